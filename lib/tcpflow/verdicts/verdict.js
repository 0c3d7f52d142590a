/**
 * What a segment with sequence space is, by our own rules; index = the value in the packet table's column `verdict`.
 */
export const VERDICTS = /** @type {const} */ ([
  null,
  'original',
  'retransmission',
  'reordered',
  'duplicate_in_capture',
  'keep_alive',
  'window_probe',
  'corrupted',
]);

export const VERDICT = Object.freeze({
  NONE: 0,
  ORIGINAL: 1,
  RETRANSMISSION: 2,
  REORDERED: 3,
  DUPLICATE_IN_CAPTURE: 4,
  KEEP_ALIVE: 5,
  WINDOW_PROBE: 6,
  CORRUPTED: 7,
});

/** What made the sender send again; index = the value in a judgement. */
export const KINDS = /** @type {const} */ ([null, 'fast', 'rto', 'tlp', 'syn', 'probe']);

export const KIND = Object.freeze({ NONE: 0, FAST: 1, RTO: 2, TLP: 3, SYN: 4, PROBE: 5 });

/**
 * What a judgement went by; index = the bit in the packet table's column `evidence` (docs/metrics.md explains each).
 */
export const EVIDENCES = /** @type {const} */ ([
  'already_seen',
  'hole_age',
  'timestamp_order',
  'ip_id_order',
  'same_ip_id',
  'same_header',
  'already_acked',
  'duplicate_acks',
  'silence',
  'episode',
  'dsack',
  'timestamp_echo',
  'early_ack',
  'window',
  'handshake',
  'tail',
]);

export const EVIDENCE = Object.freeze({
  ALREADY_SEEN: 1,
  HOLE_AGE: 2,
  TIMESTAMP_ORDER: 4,
  IP_ID_ORDER: 8,
  SAME_IP_ID: 16,
  SAME_HEADER: 32,
  ALREADY_ACKED: 64,
  DUPLICATE_ACKS: 128,
  SILENCE: 256,
  EPISODE: 512,
  DSACK: 1024,
  TIMESTAMP_ECHO: 2048,
  EARLY_ACK: 4096,
  WINDOW: 8192,
  HANDSHAKE: 16384,
  TAIL: 32768,
});

/** @param {number} bits of the column `evidence` */
export const evidenceNames = (bits) => EVIDENCES.filter((_, bit) => bits & (1 << bit));

const KIND_MASK = 7;
const SPURIOUS_SHIFT = 3;

/** @type {(boolean | null)[]} */
const SPURIOUS = [null, false, true];

/**
 * A retransmission's kind and whether it was spurious, as the packet table's column `judgement` keeps them.
 * @param {number} kind of `KIND` @param {boolean | null} spurious null: not known
 */
export const judgement = (kind, spurious) => kind | (SPURIOUS.indexOf(spurious) << SPURIOUS_SHIFT);

/** @param {number} value of the column `judgement` */
export const kindOf = (value) => KINDS[value & KIND_MASK];

/** @param {number} value of the column `judgement` @returns {boolean | null} */
export const spuriousOf = (value) => SPURIOUS[value >> SPURIOUS_SHIFT];
