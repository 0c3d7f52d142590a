/** What a byte stream carries, told by its first bytes alone: ports say nothing. */
import { CR, isCommonMethod, LF, VERSION_PREFIX } from '../http1/start-line.js';
import { PROXY_HEADER, proxyHeaderAt } from '../proxy-protocol/proxy-header.js';
import { MAX_MUX_SIGNATURE_BYTES } from '../webmux/limits.js';
import { MORE_NEEDED, muxFormatInside, muxFormatOf, NO_MUX } from '../webmux/signature.js';
import { dnsAt } from './dns-signature.js';
import { FRAMES, framesAt } from './http2-signature.js';
import { fitsOldHello, fitsTlsRecord, OLD_HELLO_BYTES, TLS_SIGNATURE_BYTES } from './tls-signature.js';

/** MORE: the bytes so far fit several. HTTP1 stands for all else too: its parser says whether it is HTTP. */
export const PROTOCOL = Object.freeze({
  MORE: 0,
  HTTP1: 1,
  TLS: 2,
  HTTP2: 3,
  MUX_1996: 4,
  MUX_1998: 5,
  DNS: 6,
  PROXIED: 7,
});

/** The client's connection preface (RFC 9113 section 3.4). */
export const HTTP2_PREFACE = Uint8Array.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', (character) =>
  character.charCodeAt(0),
);

/** Bytes from which on they tell something. */
export const TOLD_FROM = 4;
/** Bytes after which `sniff` always knows. */
const SNIFFED_BYTES = MAX_MUX_SIGNATURE_BYTES;

/**
 * Whether a direction begins like a message of HTTP/1: with a common method and a space, or a version, maybe behind
 * empty lines.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function isHttp1Start(bytes, start, end) {
  let first = start;
  while (first < end && (bytes[first] === CR || bytes[first] === LF)) first++;
  if (bytes[first] !== VERSION_PREFIX[0] || bytes[first + 1] !== VERSION_PREFIX[1]) {
    return isCommonMethod(bytes, first, end);
  }
  return end - first >= VERSION_PREFIX.length && VERSION_PREFIX.every((byte, place) => bytes[first + place] === byte);
}

/** By a value of `DNS`. */
const OF_DNS = [PROTOCOL.HTTP1, PROTOCOL.MORE, PROTOCOL.DNS];

/** By a value of `PROXY_HEADER`. */
const OF_PROXY_HEADER = [PROTOCOL.HTTP1, PROTOCOL.MORE, PROTOCOL.PROXIED];

/** By the number of a MUX format. */
const OF_MUX_FORMAT = [PROTOCOL.MORE, PROTOCOL.MUX_1996, PROTOCOL.MUX_1998];

/**
 * @param {Uint8Array} bytes
 * @param {number} start of a direction's first byte
 * @param {number} end
 * @param {boolean} isMidConnection whether these may not be the connection's first bytes
 * @returns {number} of `PROTOCOL`
 */
export function sniff(bytes, start, end, isMidConnection) {
  const proxied = isMidConnection ? PROXY_HEADER.NONE : proxyHeaderAt(bytes, start, end);
  if (proxied !== PROXY_HEADER.NONE && end > start) return OF_PROXY_HEADER[proxied];
  const length = end - start;
  const frames = isMidConnection ? framesAt(bytes, start, end) : FRAMES.NONE;
  if (frames === FRAMES.FOUND) return PROTOCOL.HTTP2;
  const mux = isMidConnection ? muxFormatInside(bytes, start, end) : muxFormatOf(bytes, start, end);
  if (mux !== NO_MUX && (mux !== MORE_NEEDED || length < SNIFFED_BYTES)) return OF_MUX_FORMAT[mux];
  const settings = settingsFrame(bytes, start, length);
  if (settings !== PROTOCOL.HTTP1) return settings;
  if (frames === FRAMES.MORE) return PROTOCOL.MORE;
  const old = matched(length, OLD_HELLO_BYTES, (place) => fitsOldHello(place, bytes[start + place]));
  if (old === OLD_HELLO_BYTES) return PROTOCOL.TLS;
  if (old > 0 && old === length) return PROTOCOL.MORE;
  if (length > 0 && bytes[start] !== HTTP2_PREFACE[0] && !fitsTlsRecord(0, bytes[start], isMidConnection)) {
    return OF_DNS[dnsAt(bytes, start, end)];
  }
  const tls = matched(length, TLS_SIGNATURE_BYTES, (place) =>
    fitsTlsRecord(place, bytes[start + place], isMidConnection),
  );
  if (tls === TLS_SIGNATURE_BYTES) return PROTOCOL.TLS;
  if (tls === length) return PROTOCOL.MORE;
  const http2 = matched(length, HTTP2_PREFACE.length, (place) => bytes[start + place] === HTTP2_PREFACE[place]);
  if (http2 === HTTP2_PREFACE.length) return PROTOCOL.HTTP2;
  return http2 === length ? PROTOCOL.MORE : PROTOCOL.HTTP1;
}

/**
 * What a server's first frame of HTTP/2 looks like (RFC 9113 section 3.4): SETTINGS of some six bytes each, on stream
 * 0.
 */
const SETTINGS_HEADER_BYTES = 9;
const SETTING_BYTES = 6;
const MOST_SETTINGS_BYTES = 20 * SETTING_BYTES;

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 * @returns {number} HTTP2, MORE, or HTTP1 where it is none
 */
function settingsFrame(bytes, start, length) {
  const fits = matched(length, SETTINGS_HEADER_BYTES, (place) => {
    const byte = bytes[start + place];
    if (place === 2) return byte % SETTING_BYTES === 0 && byte <= MOST_SETTINGS_BYTES;
    return byte === (place === 3 ? 4 : 0);
  });
  if (fits === SETTINGS_HEADER_BYTES) return PROTOCOL.HTTP2;
  return fits === length ? PROTOCOL.MORE : PROTOCOL.HTTP1;
}

/**
 * @param {number} length of what is there
 * @param {number} needed
 * @param {(place: number) => boolean} fits
 * @returns {number} how many of the first bytes fit
 */
function matched(length, needed, fits) {
  let place = 0;
  while (place < length && place < needed && fits(place)) place++;
  return place;
}
