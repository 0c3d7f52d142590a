/** A TlsConnection on its own: what was sent in, what it holds out. */
import { nodeCiphers } from '../../../../lib/node/ciphers.js';
import { TlsConnection, WaitingBudget } from '../../../../lib/protocols/tls/connection.js';
import { TrialPool } from '../../../../lib/protocols/tls/number-search.js';

/** @typedef {import('../../../../lib/protocols/tls/key-log.js').KeyLog} KeyLog */
/** @typedef {import('../../../support/duplex-pipe.js').Sent} Sent */

/** Keeps what each direction's content is, `·` for bytes that are missing. */
class Content {
  texts = ['', ''];
  ends = ['', ''];

  push(
    /** @type {0|1} */ endpoint,
    /** @type {number} */ offset,
    /** @type {Uint8Array} */ bytes,
    /** @type {number} */ start,
    /** @type {number} */ end,
  ) {
    expect(offset).toBe(this.texts[endpoint].length);
    this.texts[endpoint] += Buffer.from(bytes.subarray(start, end)).toString('latin1');
    return offset + end - start;
  }

  gap(/** @type {0|1} */ endpoint, /** @type {number} */ offset, /** @type {number} */ length) {
    this.texts[endpoint] += '·'.repeat(length);
    return offset + length;
  }

  end(/** @type {0|1} */ endpoint, /** @type {string} */ how) {
    this.ends[endpoint] = how;
  }
}

/** @param {KeyLog|null} keyLog @param {import('../../../../lib/protocols/tls/ciphers.js').Ciphers} [ciphers] */
export function open(keyLog, ciphers = nodeCiphers) {
  const content = new Content();
  let alpn = /** @type {string|null|undefined} */ (undefined);
  let undecryptable = 0;
  const connection = new TlsConnection({
    ciphers,
    keyLog,
    onUndecryptable: () => {
      undecryptable++;
    },
    waiting: new WaitingBudget(),
    trials: new TrialPool(),
    openContent: (name) => {
      alpn = name;
      return content;
    },
  });
  return { connection, content, alpnOf: () => alpn, undecryptableOf: () => undecryptable };
}

/**
 * @param {TlsConnection} connection @param {Sent[]} sent
 * @param {(bytes: Uint8Array) => Uint8Array[]} [cut] into segments
 * @param {(segment: number) => boolean} [isLost]
 */
export function feed(connection, sent, cut = (bytes) => [bytes], isLost = () => false) {
  const offsets = [0, 0];
  let frame = 0;
  for (const { endpoint, bytes } of sent) {
    for (const part of cut(bytes)) {
      frame++;
      const at = { frame, timeNs: frame * 1e6, deliveredFrame: frame, deliveredNs: frame * 1e6 };
      if (isLost(frame)) connection.gap(endpoint, offsets[endpoint], part.length, at);
      else connection.push(endpoint, offsets[endpoint], part, 0, part.length, at);
      offsets[endpoint] += part.length;
    }
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) {
    connection.end(endpoint, 'fin', { frame, timeNs: 0, deliveredFrame: frame, deliveredNs: 0 });
  }
}
