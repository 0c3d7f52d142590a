/**
 * The versions of QUIC whose packets can be read: versions 1 and 2, and the drafts that have their headers. Salts and
 * keys are public constants of the documents named.
 */

/** Kinds of packets. */
export const PACKET = Object.freeze({
  INITIAL: 0,
  ZERO_RTT: 1,
  HANDSHAKE: 2,
  RETRY: 3,
  VERSION_NEGOTIATION: 4,
  ONE_RTT: 5,
  STATELESS_RESET: 6,
  /** Of a version that is not known: only its IDs can be read. */
  UNKNOWN: 7,
});

/** In words, as `--packets` prints them. */
export const PACKET_NAMES = Object.freeze([
  'initial',
  '0rtt',
  'handshake',
  'retry',
  'version_negotiation',
  '1rtt',
  'stateless_reset',
  'unknown',
]);

/** Packet number spaces, and of what has none. */
export const SPACE = Object.freeze({ INITIAL: 0, HANDSHAKE: 1, APP: 2, NONE: 3 });
export const SPACE_NAMES = Object.freeze(['initial', 'handshake', 'app', null]);

/** By kind of packet. */
export const SPACE_OF = Object.freeze([
  SPACE.INITIAL,
  SPACE.APP,
  SPACE.HANDSHAKE,
  SPACE.NONE,
  SPACE.NONE,
  SPACE.APP,
  SPACE.NONE,
  SPACE.NONE,
]);

/**
 * What a version has of its own.
 * @typedef {object} Version
 * @property {string} name
 * @property {Uint8Array} salt of Initial keys
 * @property {string} label before "key", "iv", "hp" and "ku"
 * @property {readonly number[]} types kinds of long headers, by the two bits of their first byte
 * @property {{ key: Uint8Array, nonce: Uint8Array }|null} retry of the tag of a Retry; null: it has none
 * @property {boolean} hasOldParameters transport parameters as up to draft 26, which are not read
 */

const TYPES = Object.freeze([PACKET.INITIAL, PACKET.ZERO_RTT, PACKET.HANDSHAKE, PACKET.RETRY]);
/** RFC 9369 section 3.2. */
const TYPES_2 = Object.freeze([PACKET.RETRY, PACKET.INITIAL, PACKET.ZERO_RTT, PACKET.HANDSHAKE]);

/** @param {string} text */
const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {string} key @param {string} nonce */
const retry = (key, nonce) => ({ key: hex(key), nonce: hex(nonce) });

const FIRST_DRAFT = 0xff000000;
export const VERSION_1 = 1;
export const VERSION_2 = 0x6b3343cf;

/** @type {Version} RFC 9001 */
const ONE = {
  name: 'QUIC 1',
  salt: hex('38762cf7f55934b34d179ae6a4c80cadccbb7f0a'),
  label: 'quic ',
  types: TYPES,
  retry: retry('be0c690b9f66575a1d766b54e368c84e', '461599d35d632bf2239825bb'),
  hasOldParameters: false,
};

/** @type {Version} RFC 9369 */
const TWO = {
  name: 'QUIC 2',
  salt: hex('0dede3def700a6db819381be6e269dcbf9bd2ed9'),
  label: 'quicv2 ',
  types: TYPES_2,
  retry: retry('8fb4b01b56ac48e260fbcbcead7ccc92', 'd86969bc2d7c6d9990efb04a'),
  hasOldParameters: false,
};

/** The first draft with the salt, from draft-ietf-quic-tls of that number, and of its Retry. */
const DRAFTS = [
  { from: 33, salt: ONE.salt, retry: ONE.retry },
  {
    from: 29,
    salt: hex('afbfec289993d24c9e9786f19c6111e04390a899'),
    retry: retry('ccce187ed09a09d05728155a6cb96be1', 'e54930f97f2136f0530a8c1c'),
  },
  {
    from: 25,
    salt: hex('c3eef712c72ebb5a11a7d2432bb46365bef9f502'),
    retry: retry('4d32ecdb2a2133c841e4043df27d4430', '4d1611d05513a552c587d575'),
  },
  { from: 23, salt: hex('c3eef712c72ebb5a11a7d2432bb46365bef9f502'), retry: null },
  { from: 22, salt: hex('7fbcdb0e7c66bbe9193a96cd21519ebd7a02644a'), retry: null },
];
const FIRST_DRAFT_READ = 22;
const LAST_DRAFT = 34;
/** Of the drafts that have transport parameters as version 1 has them. */
const FIRST_DRAFT_WITH_PARAMETERS = 27;
/** Numbers that implementations had for drafts: Facebook's mvfst. */
const FACEBOOK = new Map([
  [0xfaceb001, 22],
  [0xfaceb002, 27],
  [0xfaceb00e, 27],
]);
/** The same of quant: its number and the draft's. */
const QUANT = 0x45474700;
/** Google's versions with TLS, whose packets are those of a draft, and their salts. */
const GOOGLE = [
  { number: 0x54303530, name: 'T050', salt: '7ff579e5acd072915580304c43a2367c60488310' },
  { number: 0x54303531, name: 'T051', salt: '7a4edef4e7ccee5fa4506c19124fc8ccda6e033d' },
];

/** @type {Map<number, Version>} */
const VERSIONS = new Map([
  [VERSION_1, ONE],
  [VERSION_2, TWO],
]);
for (let draft = FIRST_DRAFT_READ; draft <= LAST_DRAFT; draft++) {
  VERSIONS.set(FIRST_DRAFT + draft, draftOf(draft, ''));
  VERSIONS.set(QUANT + draft, draftOf(draft, 'quant, '));
}
for (const { number, name, salt } of GOOGLE) {
  VERSIONS.set(number, { ...draftOf(FIRST_DRAFT_WITH_PARAMETERS, ''), name, salt: hex(salt), retry: null });
}
for (const [number, draft] of FACEBOOK) VERSIONS.set(number, draftOf(draft, 'mvfst, '));

/** @param {number} draft @param {string} whose @returns {Version} */
function draftOf(draft, whose) {
  const { salt, retry: ofRetry } = DRAFTS.find(({ from }) => from <= draft) ?? DRAFTS[0];
  return {
    name: `${whose}draft ${draft}`,
    salt,
    label: 'quic ',
    types: TYPES,
    retry: ofRetry,
    hasOldParameters: draft < FIRST_DRAFT_WITH_PARAMETERS,
  };
}

/** @param {number} number as on the wire @returns {Version|null} null: its packets cannot be read */
export const versionOf = (number) => VERSIONS.get(number) ?? null;

/** @param {number} number */
export const versionText = (number) => `0x${number.toString(16).padStart(8, '0')}`;
