/** WebMUX, in its formats of 1996 and 1998. */
import { FIT } from '../protocol.js';
import { MuxConnection } from './connection.js';
import { FORMAT } from './format.js';
import { MORE_NEEDED, muxFormatInside, muxFormatOf } from './signature.js';

/** @param {number} format of `FORMAT` @returns {import('../protocol.js').Protocol} */
const ofFormat = (format) => ({
  names: ['webmux'],
  detect: (bytes, start, end, isMidConnection) => {
    const found = isMidConnection ? muxFormatInside(bytes, start, end) : muxFormatOf(bytes, start, end);
    if (found === MORE_NEEDED) return FIT.MORE;
    return found === format ? FIT.FOUND : FIT.NONE;
  },
  open: ({ host, inside, isMidConnection }) => {
    host.setProtocol(inside.flow, 'webmux');
    return new MuxConnection(host, host.mux, inside, format, isMidConnection);
  },
  isCarrier: true,
});

export const MUX_1998 = ofFormat(FORMAT.W98);
export const MUX_1996 = ofFormat(FORMAT.W96);
