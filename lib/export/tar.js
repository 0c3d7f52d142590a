/**
 * Archives (POSIX.1-2017 pax, ustar interchange format): a header, the content and its padding for each file, then the
 * end.
 */

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const MODE = '0000644';
const CHECKSUM_AT = 148;

/**
 * @param {string} name ASCII, 100 characters at most
 * @param {number} size bytes, below 8 GiB
 * @param {number} modifiedEpoch seconds
 * @returns {Uint8Array}
 */
export function tarHeader(name, size, modifiedEpoch) {
  if (name.length > NAME_BYTES) throw new RangeError(`"${name}" is too long a name for an archive`);
  const header = new Uint8Array(BLOCK_BYTES);
  const put = (/** @type {number} */ at, /** @type {string} */ text) => header.set(new TextEncoder().encode(text), at);
  put(0, name);
  put(100, MODE);
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(modifiedEpoch, 11));
  put(CHECKSUM_AT, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\0' + '00');
  put(
    CHECKSUM_AT,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
  );
  return header;
}

/** Padding of a file's last block. @param {number} size @returns {Uint8Array} */
export const tarPadding = (size) => new Uint8Array((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);

/** @returns {Uint8Array} */
export const tarEnd = () => new Uint8Array(2 * BLOCK_BYTES);

/** @param {number} value @param {number} digits */
const octal = (value, digits) => Math.floor(value).toString(8).padStart(digits, '0');
