/** Operations and errors of Cassandra's native protocol (native_protocol_v5.spec, sections 2.4 and 9). */

export const OPCODE = Object.freeze({
  ERROR: 0x00, STARTUP: 0x01, READY: 0x02, AUTHENTICATE: 0x03, OPTIONS: 0x05, SUPPORTED: 0x06, QUERY: 0x07,
  RESULT: 0x08, PREPARE: 0x09, EXECUTE: 0x0a, REGISTER: 0x0b, EVENT: 0x0c, BATCH: 0x0d, AUTH_CHALLENGE: 0x0e,
  AUTH_RESPONSE: 0x0f, AUTH_SUCCESS: 0x10,
}); // prettier-ignore

/** @type {ReadonlyMap<number, string>} */
export const NAMES = new Map(Object.entries(OPCODE).map(([name, code]) => [code, name]));

/** Operations of the client; all others are the server's. @type {ReadonlySet<number>} */
export const REQUESTS = new Set([
  OPCODE.STARTUP, OPCODE.OPTIONS, OPCODE.QUERY, OPCODE.PREPARE, OPCODE.EXECUTE, OPCODE.REGISTER, OPCODE.BATCH,
  OPCODE.AUTH_RESPONSE,
]); // prettier-ignore

/** Results by kind. */
export const RESULTS = ['', 'Void', 'Rows', 'Set_keyspace', 'Prepared', 'Schema_change'];
export const PREPARED = 4;

/** @type {Readonly<Record<number, string>>} */
const ERRORS = {
  0x0000: 'Server error', 0x000a: 'Protocol error', 0x0100: 'Authentication error', 0x1000: 'Unavailable',
  0x1001: 'Overloaded', 0x1002: 'Is bootstrapping', 0x1003: 'Truncate error', 0x1100: 'Write timeout',
  0x1200: 'Read timeout', 0x1300: 'Read failure', 0x1400: 'Function failure', 0x1500: 'Write failure',
  0x1600: 'CDC write failure', 0x1700: 'CAS write unknown', 0x2000: 'Syntax error', 0x2100: 'Unauthorized',
  0x2200: 'Invalid', 0x2300: 'Config error', 0x2400: 'Already exists', 0x2500: 'Unprepared',
}; // prettier-ignore
export const PROTOCOL_ERROR = 0x000a;
/** The client prepares the statement again. */
export const UNPREPARED = 0x2500;

/** @param {number} code */
export const errorName = (code) => ERRORS[code] ?? `error 0x${code.toString(16).padStart(4, '0')}`;
