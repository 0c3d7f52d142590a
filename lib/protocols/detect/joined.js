/**
 * Detects the protocol of a connection whose beginning was not captured, by its framing: the grammar that reads
 * consecutive messages of both directions in the held bytes, pairs them, and never loses its place.
 */
import { PROTOCOLS } from '../registry.js';

/** @typedef {import('../model/held-bytes.js').Piece & { endpoint: 0|1 }} HeldPiece */
/** @typedef {{ protocol: import('../protocol.js').Protocol, client: 0|1, confidence: number }} Joined */

/** Messages of each direction, and pairs of them, that must have been read. */
const MIN_MESSAGES = 2;
/** Messages where a protocol shows without answers: most of its commands have none. */
const MIN_UNMISTAKABLE = 4;

const JOINABLE = PROTOCOLS.filter(({ tryFraming }) => tryFraming !== undefined);

/**
 * @param {HeldPiece[]} pieces of both directions, in the order of their frames
 * @param {0|1} client as far as known
 * @returns {Joined|null} null: no grammar reads them, or too few messages
 */
export function joinedProtocol(pieces, client) {
  const other = /** @type {0|1} */ (1 - client);
  for (const asked of [client, other]) {
    const sure = JOINABLE.flatMap((protocol) => {
      const read = protocol.tryFraming?.(pieces, asked);
      return read !== undefined && isSure(protocol, read) ? [{ protocol, read }] : [];
    });
    const [best] = sure.sort((one, other) => other.read.pairs - one.read.pairs);
    if (best !== undefined) return { protocol: best.protocol, client: asked, confidence: confidenceOf(best.read) };
  }
  return null;
}

/**
 * Each two messages that begin where those before them end halve the doubt.
 * @param {import('../protocol.js').FramingRead} read
 */
const confidenceOf = ({ commands, answers }) => 1 - 0.5 ** ((commands + answers) / 2);

/**
 * The end that sends a protocol's commands.
 * @param {import('../protocol.js').Protocol} protocol @param {HeldPiece[]} pieces @param {0|1} client as far as known
 * @returns {0|1}
 */
export function clientIn(protocol, pieces, client) {
  const other = /** @type {0|1} */ (1 - client);
  const asks = (/** @type {0|1} */ endpoint) => {
    const read = protocol.tryFraming?.(pieces, endpoint);
    return read !== undefined && Math.min(read.commands, read.answers) > 0;
  };
  return !asks(client) && asks(other) ? other : client;
}

/** @param {import('../protocol.js').Protocol} protocol @param {import('../protocol.js').FramingRead} read */
const isSure = ({ isUnmistakable }, { commands, answers, pairs, losses }) =>
  losses === 0 &&
  (Math.min(commands, answers, pairs) >= MIN_MESSAGES || (isUnmistakable && commands + answers >= MIN_UNMISTAKABLE));
