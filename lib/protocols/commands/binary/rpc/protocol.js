/**
 * ONC RPC over TCP (RFC 5531): records of fragments, each after a mark with its length; a reply has its call's number.
 * Of NFS the procedures and statuses are read, of other programs their numbers.
 */
import { byteAt, isThere, uint16 } from '../../../detect/first-bytes.js';
import { verbStatement } from '../../../statements/statement.js';
import { ofCommands } from '../../of-commands.js';
import { Fields, uint32 } from '../fields.js';
import { framed } from '../framed.js';
import { nfsCall, nfsOutcome, opaque } from './nfs.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Outcome} Outcome */
/** @typedef {import('../framed.js').Frames} Frames */
/** @typedef {{ program: number, version: number, procedure: number, operations?: string[] }} Asked */

const MARK_BYTES = 4;
const LAST_FRAGMENT = 2 ** 31;
const MAX_FRAGMENT_BYTES = 2 ** 26;
const [CALL, REPLY] = [0, 1];
const RPC_VERSION = 2;
/** Of a call up to its procedure, and of the shortest reply. */
const [CALL_BYTES, REPLY_BYTES] = [24, 20];
const NFS = 100003;
/** Numbers of the server's own calls (NFS 4.1's backchannel) are apart. */
const OF_SERVER = 2 ** 32;

/** @type {Readonly<Record<number, string>>} */
const PROGRAMS = {
  100000: 'portmap', 100003: 'nfs', 100004: 'ypserv', 100005: 'mount', 100007: 'ypbind', 100021: 'nlockmgr',
  100024: 'status', 100227: 'nfs_acl', 1073741824: 'nfs_callback',
}; // prettier-ignore
/** @type {Readonly<Record<string, readonly string[]>>} */
const PROCEDURES = {
  portmap: ['NULL', 'SET', 'UNSET', 'GETPORT', 'DUMP', 'CALLIT'],
  mount: ['NULL', 'MNT', 'DUMP', 'UMNT', 'UMNTALL', 'EXPORT'],
  nlockmgr: ['NULL', 'TEST', 'LOCK', 'CANCEL', 'UNLOCK', 'GRANTED'],
  nfs_acl: ['NULL', 'GETACL', 'SETACL'],
  nfs_callback: ['NULL', 'COMPOUND'],
};
/** Of mount: with the path of an export. */
const PATHS = new Set(['MNT', 'UMNT']);
const ACCEPTED = ['OK', 'PROG_UNAVAIL', 'PROG_MISMATCH', 'PROC_UNAVAIL', 'GARBAGE_ARGS', 'SYSTEM_ERR'];
const AUTH_ERRORS = [
  'AUTH_OK', 'AUTH_BADCRED', 'AUTH_REJECTEDCRED', 'AUTH_BADVERF', 'AUTH_REJECTEDVERF', 'AUTH_TOOWEAK',
  'AUTH_INVALIDRESP', 'AUTH_FAILED',
]; // prettier-ignore
/** RFC 2203. */
const GSS_ERRORS = ['RPCSEC_GSS_CREDPROBLEM', 'RPCSEC_GSS_CTXPROBLEM'];
const FIRST_GSS_ERROR = 13;
const AUTH_TLS = 7;

/** @param {Fields} fields at credentials, or a verifier @returns {number} its flavor */
function skipAuth(fields) {
  const flavor = fields.uint32();
  const length = fields.uint32();
  fields.skip(length + ((4 - (length % 4)) % 4));
  return flavor;
}

/** @implements {Frames} */
class RpcFrames {
  #talk;
  #program;
  /** By side: whether a record's first fragment has come, and others follow. */
  #isInside = [false, false];

  /** @param {CommandConnection} talk @param {number|null} program that calls are of, from mid-connection; null: any */
  constructor(talk, program) {
    this.#talk = talk;
    this.#program = program;
  }

  /** @type {Frames['lengthOf']} */
  lengthOf(_isClient, header, at) {
    const length = uint32(header, at) % LAST_FRAGMENT;
    return length <= MAX_FRAGMENT_BYTES ? length : -1;
  }

  /** @type {Frames['take']} */
  take(isClient, header, bytes, start, end) {
    const side = isClient ? 0 : 1;
    const isRest = this.#isInside[side];
    this.#isInside[side] = uint32(header, 0) < LAST_FRAGMENT;
    if (isRest) this.#talk.extend(isClient);
    else if (end - start < 8) this.#talk.drop(isClient);
    else if (uint32(bytes, start + 4) === CALL) return this.#takeCall(isClient, bytes, start, end);
    else if (uint32(bytes, start + 4) === REPLY) this.#takeReply(isClient, bytes, start, end);
    else return false;
    return true;
  }

  /** @type {Frames['begins']} */
  begins(isClient, bytes, start, end) {
    const length = this.lengthOf(isClient, bytes, start);
    const at = start + MARK_BYTES;
    if (length < REPLY_BYTES || end - at < REPLY_BYTES || uint32(bytes, at + 4) > REPLY) return false;
    if (uint32(bytes, at + 4) === REPLY) {
      return uint32(bytes, at + 8) <= 1 && this.#talk.isAsked(numberOf(!isClient, bytes, at));
    }
    const isOfProgram =
      this.#program === null
        ? PROGRAMS[uint32(bytes, at + 12)] !== undefined
        : uint32(bytes, at + 12) === this.#program;
    return length >= CALL_BYTES && uint32(bytes, at + 8) === RPC_VERSION && isOfProgram && uint32(bytes, at + 16) <= 4;
  }

  /** @type {NonNullable<Frames['forget']>} */
  forget(isClient) {
    this.#isInside[isClient ? 0 : 1] = false;
  }

  /** @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeCall(isClient, bytes, start, end) {
    if (end - start < CALL_BYTES || uint32(bytes, start + 8) !== RPC_VERSION) return false;
    const [program, version, procedure] = [12, 16, 20].map((at) => uint32(bytes, start + at));
    const fields = new Fields(bytes, start + CALL_BYTES, end);
    const flavor = skipAuth(fields);
    skipAuth(fields);
    const { method, target, operations } = callOf(program, version, procedure, fields);
    this.#talk.command(isClient, {
      method: flavor === AUTH_TLS ? 'STARTTLS' : method,
      target,
      number: numberOf(isClient, bytes, start),
      data: { program, version, procedure, operations },
    });
    this.#talk.finish(isClient);
    return true;
  }

  /** @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeReply(isClient, bytes, start, end) {
    const asked = this.#talk.answer(isClient, { number: numberOf(!isClient, bytes, start) });
    this.#talk.finish(isClient, outcomeOf(asked, new Fields(bytes, start + 8, end)));
  }
}

/** @param {boolean} isClients whose call it is @param {Uint8Array} bytes @param {number} at of its number */
const numberOf = (isClients, bytes, at) => uint32(bytes, at) + (isClients ? 0 : OF_SERVER);

/** @param {number} program @param {number} version @param {number} procedure @param {Fields} fields */
function callOf(program, version, procedure, fields) {
  if (program === NFS) return nfsCall(version, procedure, fields);
  const name = PROGRAMS[program] ?? String(program);
  const known = PROCEDURES[name]?.[procedure] ?? `procedure ${procedure}`;
  const target = name === 'mount' && PATHS.has(known) ? opaque(fields, true) : `version ${version}`;
  return { method: `${name} ${known}`, target, operations: undefined };
}

/** @param {Asked|null} asked @param {Fields} fields behind the type @returns {Outcome} */
function outcomeOf(asked, fields) {
  if (fields.uint32() !== 0) {
    if (fields.uint32() === 0) return { outcome: 'RPC_MISMATCH', isFailed: true };
    const code = fields.uint32();
    return { outcome: AUTH_ERRORS[code] ?? GSS_ERRORS[code - FIRST_GSS_ERROR] ?? `auth error ${code}`, isFailed: true };
  }
  skipAuth(fields);
  const status = fields.uint32();
  if (status !== 0 || asked === null) return { outcome: ACCEPTED[status] ?? `error ${status}`, isFailed: status !== 0 };
  return asked.program === NFS ? nfsOutcome(asked.version, asked, fields) : { outcome: 'OK' };
}

/**
 * A call: a last fragment that is there.
 * @param {import('../../../protocol.js').First} first @param {number|null} program
 */
function isCall(first, program) {
  const { bytes, start } = first;
  const at = start + MARK_BYTES;
  return (
    byteAt(first, 0) === 0x80 &&
    isThere(first, (uint16(first, 2) & 0xffff) + MARK_BYTES) &&
    isThere(first, CALL_BYTES + MARK_BYTES) &&
    uint32(bytes, at + 4) === CALL &&
    uint32(bytes, at + 8) === RPC_VERSION &&
    (program === null || uint32(bytes, at + 12) === program)
  );
}

/**
 * @param {string} name in the registry @param {number|null} program
 * @returns {import('../../../protocol.js').Protocol}
 */
const ofRpc = (name, program) => ({
  names: /** @type {[string]} */ ([name]),
  signature: (first) => isCall(first, program),
  isMultiplexed: true,
  hasOwnWords: true,
  statement: verbStatement,
  ...ofCommands(name, (talk) => framed(MARK_BYTES, new RpcFrames(talk, program))),
});

/** Those of other programs come after NFS. */
export const ONC_RPC = [ofRpc('nfs', NFS), ofRpc('sunrpc', null)];
