/** Both directions' bytes of a connection, as files, and part by part for the page. */
import { FollowedMessages } from '../analysis/followed-messages.js';
import { FollowedStream, layersOf } from '../analysis/followed-stream.js';
import { base64 } from '../export/har/base64.js';
import { streamLine, StreamText } from '../export/stream/stream-text.js';
import { RequestError } from './request-error.js';
import { joined, secondReading } from './second-reading.js';

/** @typedef {import('../analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */
/** @typedef {import('../analysis/followed-stream.js').Layer} Layer */
/** @typedef {import('./host.js').Host} Host */

/**
 * Which bytes: the layer (null: the best), how many of both directions to skip, and how many to return; or those of a
 * frame.
 * @typedef {{ layer?: Layer|null, skip?: number, limit?: number, frame?: number }} StreamPart
 */

const utf8 = new TextEncoder();

/** @param {OpenedAnalysis} analysis @param {number} flow @param {StreamPart} part */
function layerOf(analysis, flow, { layer = null }) {
  const layers = layersOf(analysis.ingest, flow);
  if (layer !== null && !layers.includes(layer)) {
    throw new RequestError(404, 'not_found', `This connection has only ${layers.join(', ')} to follow.`);
  }
  return { layers, layer: layer ?? layers[0] };
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {Layer} layer
 * @param {import('../analysis/followed-stream.js').Following} how
 * @param {Host} host
 */
const follow = (analysis, flow, layer, how, { decode, ciphers: { inflate } }) =>
  layer === 'websocket'
    ? new FollowedMessages(analysis.ingest, flow, { ...how, decode, inflate })
    : new FollowedStream(analysis.ingest, flow, { ...how, layer });

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {{ host: Host, stop: AbortController, part: StreamPart, isHex: boolean }} how
 */
export async function* streamText(analysis, flow, { host, stop, part, isHex }) {
  const { layer } = layerOf(analysis, flow, part);
  const text = new StreamText(isHex);
  const reading = secondReading(host, stop);
  const stream = follow(
    analysis,
    flow,
    layer,
    { write: (piece) => reading.write(utf8.encode(text.write(piece))) },
    host,
  );
  yield* joined(reading.pieces(stream));
  yield utf8.encode(text.end());
}

/**
 * A line with the layers, one for each piece, one with the start of the next part.
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {{ host: Host, stop: AbortController, part: StreamPart }} how
 */
export async function* streamPart(analysis, flow, { host, stop, part }) {
  const { layers, layer } = layerOf(analysis, flow, part);
  const { skip = 0, limit = Infinity } = part;
  const reading = secondReading(host, stop);
  const write = (/** @type {any} */ piece) => reading.write(utf8.encode(streamLine(piece, base64)));
  const stream = follow(analysis, flow, layer, { skip, limit, write }, host);
  yield utf8.encode(`${JSON.stringify({ layers, layer })}\n`);
  yield* joined(reading.pieces(stream));
  yield utf8.encode(`${JSON.stringify({ next: stream.isCut ? skip + limit : null })}\n`);
}
