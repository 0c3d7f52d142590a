/** Operations, result codes and extended operations of LDAP (RFC 4511, and IANA's "LDAP Parameters"). */

/** Tags of requests. */
export const REQUEST = Object.freeze({
  BIND: 0x60, UNBIND: 0x42, SEARCH: 0x63, MODIFY: 0x66, ADD: 0x68, DELETE: 0x4a, MODIFY_DN: 0x6c, COMPARE: 0x6e,
  ABANDON: 0x50, EXTENDED: 0x77,
}); // prettier-ignore
/** Tags of responses that are not one of a request alone. */
export const RESPONSE = Object.freeze({ BIND: 0x61, ENTRY: 0x64, REFERENCE: 0x73, EXTENDED: 0x78, INTERMEDIATE: 0x79 });

/** @type {ReadonlyMap<number, string>} */
export const REQUEST_NAMES = new Map([
  [REQUEST.BIND, 'bind'],
  [REQUEST.UNBIND, 'unbind'],
  [REQUEST.SEARCH, 'search'],
  [REQUEST.MODIFY, 'modify'],
  [REQUEST.ADD, 'add'],
  [REQUEST.DELETE, 'delete'],
  [REQUEST.MODIFY_DN, 'modifyDN'],
  [REQUEST.COMPARE, 'compare'],
  [REQUEST.ABANDON, 'abandon'],
  [REQUEST.EXTENDED, 'extended'],
]);

/** The request that a final response answers. @type {ReadonlyMap<number, number>} */
export const ANSWERED = new Map([
  [RESPONSE.BIND, REQUEST.BIND],
  [0x65, REQUEST.SEARCH],
  [0x67, REQUEST.MODIFY],
  [0x69, REQUEST.ADD],
  [0x6b, REQUEST.DELETE],
  [0x6d, REQUEST.MODIFY_DN],
  [0x6f, REQUEST.COMPARE],
  [RESPONSE.EXTENDED, REQUEST.EXTENDED],
]);

/** @type {Readonly<Record<number, string>>} */
const CODES = {
  0: 'success', 1: 'operationsError', 2: 'protocolError', 3: 'timeLimitExceeded', 4: 'sizeLimitExceeded',
  5: 'compareFalse', 6: 'compareTrue', 7: 'authMethodNotSupported', 8: 'strongerAuthRequired', 10: 'referral',
  11: 'adminLimitExceeded', 12: 'unavailableCriticalExtension', 13: 'confidentialityRequired',
  14: 'saslBindInProgress', 16: 'noSuchAttribute', 17: 'undefinedAttributeType', 18: 'inappropriateMatching',
  19: 'constraintViolation', 20: 'attributeOrValueExists', 21: 'invalidAttributeSyntax', 32: 'noSuchObject',
  33: 'aliasProblem', 34: 'invalidDNSyntax', 36: 'aliasDereferencingProblem', 48: 'inappropriateAuthentication',
  49: 'invalidCredentials', 50: 'insufficientAccessRights', 51: 'busy', 52: 'unavailable', 53: 'unwillingToPerform',
  54: 'loopDetect', 64: 'namingViolation', 65: 'objectClassViolation', 66: 'notAllowedOnNonLeaf',
  67: 'notAllowedOnRDN', 68: 'entryAlreadyExists', 69: 'objectClassModsProhibited', 71: 'affectsMultipleDSAs',
  80: 'other', 118: 'canceled', 119: 'noSuchOperation', 120: 'tooLate', 121: 'cannotCancel', 122: 'assertionFailed',
  123: 'authorizationDenied',
}; // prettier-ignore
/** Codes that are no failures. */
const FINE = new Set([0, 5, 6, 10, 14]);

/** @param {number} code */
export const codeName = (code) => CODES[code] ?? `code ${code}`;
/** @param {number} code */
export const isFailure = (code) => !FINE.has(code);

/** @type {Readonly<Record<string, string>>} */
const OPERATIONS = {
  '1.3.6.1.4.1.1466.20037': 'StartTLS',
  '1.3.6.1.4.1.1466.20036': 'Notice of Disconnection',
  '1.3.6.1.4.1.4203.1.11.1': 'Password Modify',
  '1.3.6.1.4.1.4203.1.11.3': 'Who am I?',
  '1.3.6.1.1.8': 'Cancel',
  '1.3.6.1.4.1.1466.101.119.1': 'Dynamic Refresh',
  '1.2.840.113556.1.4.1781': 'Fast Bind',
};

/** @param {string} id object identifier */
export const operationName = (id) => OPERATIONS[id] ?? id;
