/** SOCKS 4, 4a and 5, detected from the client's first bytes. */
import { byteAt, isText, isThere, uint16 } from '../../detect/first-bytes.js';
import { SocksConnection } from './connection.js';

/** @typedef {import('../../protocol.js').First} First */

/** Methods of authentication that a client of SOCKS 5 offers at once, and its longest user's name in SOCKS 4. */
const MAX_METHODS = 10;
const MAX_USER_BYTES = 64;
/** From here on methods are private (RFC 1928 section 3); those below are IANA's, but for the last. */
const PRIVATE_METHODS = 0x80;
const LAST_METHOD = 9;

/** Version 5, and the methods of authentication that are offered (RFC 1928). @param {First} first */
function isSocks5(first) {
  const methods = byteAt(first, 1);
  return (
    byteAt(first, 0) === 5 &&
    methods >= 1 &&
    methods <= MAX_METHODS &&
    isThere(first, 2 + methods) &&
    Array.from({ length: methods }, (_, i) => byteAt(first, 2 + i)).every(
      (method) => method <= LAST_METHOD || (method >= PRIVATE_METHODS && method < 0xff),
    )
  );
}

/** Version 4: CONNECT or BIND, a port, an address, a user's name, maybe a host's (SOCKS 4a). @param {First} first */
function isSocks4(first) {
  if (byteAt(first, 0) !== 4 || (byteAt(first, 1) !== 1 && byteAt(first, 1) !== 2) || uint16(first, 2) === 0) {
    return false;
  }
  let at = 8;
  while (at < 8 + MAX_USER_BYTES && isText(byteAt(first, at))) at++;
  const isNamed = uint16(first, 4) === 0 && byteAt(first, 6) === 0 && byteAt(first, 7) > 0;
  return byteAt(first, at) === 0 && (isNamed ? isText(byteAt(first, at + 1)) : byteAt(first, 4) > 0);
}

/** @type {import('../../protocol.js').Protocol} */
export const SOCKS = {
  names: ['socks'],
  signature: (first) => isSocks5(first) || isSocks4(first),
  open: ({ openInner }) => new SocksConnection(openInner),
};
