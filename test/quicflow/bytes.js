/** Bytes of hexadecimal text, and QUIC packets as a stack would seal them. */

/** @param {string} text @returns {Uint8Array} */
export const hex = (text) => Uint8Array.from(text.replace(/\s/g, '').match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
