/** Procedures and statuses of NFS versions 3 (RFC 1813) and 4 (RFC 7530, RFC 8881). */
/** @typedef {import('../../connection.js').Outcome} Outcome */
/** @typedef {import('../fields.js').Fields} Fields */

const PROCEDURES_3 = [
  'NULL', 'GETATTR', 'SETATTR', 'LOOKUP', 'ACCESS', 'READLINK', 'READ', 'WRITE', 'CREATE', 'MKDIR', 'SYMLINK', 'MKNOD',
  'REMOVE', 'RMDIR', 'RENAME', 'LINK', 'READDIR', 'READDIRPLUS', 'FSSTAT', 'FSINFO', 'PATHCONF', 'COMMIT',
]; // prettier-ignore
/** What follows a procedure's first file handle: a name, or a place and a length. */
const NAMED_3 = new Set(['LOOKUP', 'CREATE', 'MKDIR', 'SYMLINK', 'MKNOD', 'REMOVE', 'RMDIR', 'RENAME']);
const PLACED_3 = new Set(['READ', 'WRITE', 'COMMIT']);
const NFS_4 = 4;
const COMPOUND = 1;
/** Operations of a compound that are read. */
const MAX_OPERATIONS = 32;

/**
 * Operations of version 4 by number, and their arguments: digits are bytes to skip, `n` a shown name, `o` other opaque
 * bytes, `b` a bitmap, `p` a shown place of 8 bytes and a length of 4, `w` a shown place and the data behind 4 bytes,
 * `O` those of OPEN; without them, what follows is not read.
 */
const OPERATIONS_4 = `3 ACCESS 4,4 CLOSE 44444,5 COMMIT p,6 CREATE ?,7 DELEGPURGE 8,8 DELEGRETURN 88,9 GETATTR b,10 GETFH,
  11 LINK n,12 LOCK ?,13 LOCKT ?,14 LOCKU ?,15 LOOKUP n,16 LOOKUPP,17 NVERIFY bo,18 OPEN O,19 OPENATTR 4,
  20 OPEN_CONFIRM 884,21 OPEN_DOWNGRADE 88444,22 PUTFH o,23 PUTPUBFH,24 PUTROOTFH,25 READ 88p,26 READDIR 8844b,
  27 READLINK,28 REMOVE n,29 RENAME nn,30 RENEW 8,31 RESTOREFH,32 SAVEFH,33 SECINFO n,34 SETATTR 88bo,
  35 SETCLIENTID ?,36 SETCLIENTID_CONFIRM 88,37 VERIFY bo,38 WRITE 88w,39 RELEASE_LOCKOWNER 8o,40 BACKCHANNEL_CTL ?,
  41 BIND_CONN_TO_SESSION 8844,42 EXCHANGE_ID ?,43 CREATE_SESSION ?,44 DESTROY_SESSION 88,45 FREE_STATEID 88,
  46 GET_DIR_DELEGATION ?,47 GETDEVICEINFO ?,48 GETDEVICELIST ?,49 LAYOUTCOMMIT ?,50 LAYOUTGET ?,51 LAYOUTRETURN ?,
  52 SECINFO_NO_NAME 4,53 SEQUENCE 8888,54 SET_SSV ?,55 TEST_STATEID ?,56 WANT_DELEGATION ?,57 DESTROY_CLIENTID 8,
  58 RECLAIM_COMPLETE 4,59 ALLOCATE 88p,60 COPY ?,62 DEALLOCATE 88p,65 IO_ADVISE ?,69 SEEK 8884,70 WRITE_SAME ?,71 CLONE ?`;

/** @type {ReadonlyMap<number, { name: string, layout: string }>} */
const BY_NUMBER = new Map(
  OPERATIONS_4.split(',').map((entry) => {
    const [number, name, layout = ''] = entry.trim().split(' ');
    return [Number(number), { name, layout }];
  }),
);

/** @type {Readonly<Record<number, string>>} */
const STATUSES = {
  0: 'OK', 1: 'PERM', 2: 'NOENT', 5: 'IO', 6: 'NXIO', 13: 'ACCES', 17: 'EXIST', 18: 'XDEV', 19: 'NODEV', 20: 'NOTDIR',
  21: 'ISDIR', 22: 'INVAL', 27: 'FBIG', 28: 'NOSPC', 30: 'ROFS', 31: 'MLINK', 63: 'NAMETOOLONG', 66: 'NOTEMPTY',
  69: 'DQUOT', 70: 'STALE', 71: 'REMOTE', 10001: 'BADHANDLE', 10002: 'NOT_SYNC', 10003: 'BAD_COOKIE',
  10004: 'NOTSUPP', 10005: 'TOOSMALL', 10006: 'SERVERFAULT', 10007: 'BADTYPE', 10008: 'DELAY', 10009: 'SAME',
  10010: 'DENIED', 10011: 'EXPIRED', 10012: 'LOCKED', 10013: 'GRACE', 10014: 'FHEXPIRED', 10015: 'SHARE_DENIED',
  10016: 'WRONGSEC', 10017: 'CLID_INUSE', 10018: 'RESOURCE', 10019: 'MOVED', 10020: 'NOFILEHANDLE',
  10021: 'MINOR_VERS_MISMATCH', 10022: 'STALE_CLIENTID', 10023: 'STALE_STATEID', 10024: 'OLD_STATEID',
  10025: 'BAD_STATEID', 10026: 'BAD_SEQID', 10027: 'NOT_SAME', 10028: 'LOCK_RANGE', 10029: 'SYMLINK',
  10030: 'RESTOREFH', 10031: 'LEASE_MOVED', 10032: 'ATTRNOTSUPP', 10033: 'NO_GRACE', 10034: 'RECLAIM_BAD',
  10035: 'RECLAIM_CONFLICT', 10036: 'BADXDR', 10037: 'LOCKS_HELD', 10038: 'OPENMODE', 10039: 'BADOWNER',
  10040: 'BADCHAR', 10041: 'BADNAME', 10042: 'BAD_RANGE', 10043: 'LOCK_NOTSUPP', 10044: 'OP_ILLEGAL',
  10045: 'DEADLOCK', 10046: 'FILE_OPEN', 10047: 'ADMIN_REVOKED', 10048: 'CB_PATH_DOWN', 10052: 'BADSESSION',
  10053: 'BADSLOT', 10054: 'COMPLETE_ALREADY', 10055: 'CONN_NOT_BOUND_TO_SESSION', 10063: 'SEQ_MISORDERED',
  10078: 'DEADSESSION', 10081: 'CLIENTID_BUSY', 10087: 'DELEG_REVOKED',
}; // prettier-ignore
/** A name that is not there, attributes that are as expected or not, and what is to be tried again are no failures. */
const FINE = new Set([0, 2, 10008, 10009, 10027]);

/** Opaque bytes or a text, padded to a multiple of four. @param {Fields} fields @param {boolean} [isText] */
export function opaque(fields, isText = false) {
  const length = fields.uint32();
  const text = isText ? fields.text(length) : '';
  fields.skip(isText ? 0 : length).skip((4 - (length % 4)) % 4);
  return text;
}

/** @param {Fields} fields */
const placeAt = (fields) => {
  const place = fields.uint64();
  const bytes = fields.uint32();
  return fields.isThere ? `${bytes} bytes at ${place}` : '';
};

/** @param {Fields} fields @param {string} layout @returns {string[]|null} what is shown; null: the rest is not known */
function argumentsOf(fields, layout) {
  const shown = [];
  for (const part of layout) {
    if (part === '?') return null;
    if (part === 'n') shown.push(opaque(fields, true));
    else if (part === 'o') opaque(fields);
    else if (part === 'b') fields.skip(4 * fields.uint32());
    else if (part === 'p') shown.push(placeAt(fields));
    else if (part === 'w') {
      const place = fields.uint64();
      fields.skip(4);
      const bytes = fields.uint32();
      fields.skip(4 * Math.ceil(bytes / 4));
      shown.push(`${bytes} bytes at ${place}`);
    } else if (part === 'O') shown.push(openedName(fields));
    else fields.skip(Number(part));
  }
  return shown;
}

/** The name in the arguments of OPEN. @param {Fields} fields */
function openedName(fields) {
  fields.skip(4 + 4 + 4 + 8);
  opaque(fields); // the owner
  if (fields.uint32() === 1) {
    const mode = fields.uint32();
    if (mode >= 2) fields.skip(8);
    if (mode !== 2) {
      fields.skip(4 * fields.uint32());
      opaque(fields);
    }
  }
  return fields.uint32() === 0 ? opaque(fields, true) : '';
}

/**
 * A call's name and what it is about.
 * @param {number} version @param {number} procedure @param {Fields} fields at its arguments
 * @returns {{ method: string, target: string, operations?: string[] }}
 */
export function nfsCall(version, procedure, fields) {
  if (version === NFS_4 && procedure === COMPOUND) return compound(fields);
  const method = PROCEDURES_3[procedure] ?? `procedure ${procedure}`;
  if (version !== 3 || procedure === 0) return { method, target: '' };
  opaque(fields); // the file handle
  if (NAMED_3.has(method)) return { method, target: opaque(fields, true) };
  return { method, target: PLACED_3.has(method) ? placeAt(fields) : '' };
}

/** @param {Fields} fields */
function compound(fields) {
  opaque(fields); // the tag
  fields.skip(4);
  const count = fields.uint32();
  /** @type {string[]} */
  const operations = [];
  const words = [];
  for (let left = Math.min(count, MAX_OPERATIONS); left > 0 && fields.left >= 4; left--) {
    const { name, layout } = BY_NUMBER.get(fields.uint32()) ?? { name: 'ILLEGAL', layout: '?' };
    const shown = argumentsOf(fields, layout);
    operations.push(name);
    words.push([name, ...(shown ?? [])].filter(Boolean).join(' '));
    if (shown === null) break;
  }
  if (operations.length < count) words.push('…');
  return { method: 'COMPOUND', target: words.join(', '), operations };
}

/**
 * @param {number} version @param {{ procedure: number, operations?: string[] }} asked
 * @param {Fields} fields at the results
 * @returns {Outcome}
 */
export function nfsOutcome(version, { procedure, operations }, fields) {
  if (procedure === 0 || fields.left < 4) return { outcome: 'OK' };
  const status = fields.uint32();
  const outcome = STATUSES[status] ?? `status ${status}`;
  const isFailed = !FINE.has(status);
  if (version !== NFS_4 || status === 0) return { status: status % 65536, outcome, isFailed };
  opaque(fields);
  // the last one that has a result is the one that failed
  return { status: status % 65536, outcome, text: operations?.[fields.uint32() - 1] ?? '', isFailed };
}
