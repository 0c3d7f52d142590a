import { Duplex } from 'node:stream';

/** @typedef {{ endpoint: 0|1, bytes: Uint8Array }} Sent */

/**
 * Two ends of a pipe within this process.
 * @param {Sent[]} sent what is written into either is noted here, in order
 * @returns {[Duplex, Duplex]}
 */
export function duplexPipe(sent) {
  const make = (/** @type {0|1} */ endpoint) =>
    new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        sent.push({ endpoint, bytes: Uint8Array.from(chunk) });
        ends[1 - endpoint].push(chunk);
        done();
      },
      final(done) {
        ends[1 - endpoint].push(null);
        done();
      },
    });
  /** @type {[Duplex, Duplex]} */
  const ends = [make(0), make(1)];
  return ends;
}
