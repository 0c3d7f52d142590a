/** Both directions' bytes of a connection, as files, and part by part for the page. */
import { FollowedMessages } from '../../lib/analysis/followed-messages.js';
import { FollowedStream, layersOf } from '../../lib/analysis/followed-stream.js';
import { base64 } from '../../lib/export/har/base64.js';
import { streamLine, StreamText } from '../../lib/export/stream/stream-text.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { RequestError } from '../errors.js';
import { joined, secondReading } from './second-reading.js';

/** @typedef {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */
/** @typedef {import('../../lib/analysis/followed-stream.js').Layer} Layer */

/**
 * Which bytes: of what layer (null: the best), after how many of both directions, and how many; or of which frame.
 * @typedef {{ layer?: Layer|null, skip?: number, limit?: number, frame?: number }} StreamPart
 */

const utf8 = new TextEncoder();

/** @param {OpenedAnalysis} analysis @param {number} flow @param {StreamPart} part */
function layerOf(analysis, flow, { layer = null }) {
  const layers = layersOf(analysis.ingest, flow);
  if (layer !== null && !layers.includes(layer)) {
    throw new RequestError(404, 'not_found', `Of this connection there is ${layers.join(', ')} to follow.`);
  }
  return { layers, layer: layer ?? layers[0] };
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {Layer} layer
 * @param {import('../../lib/analysis/followed-stream.js').Following} how
 */
const follow = (analysis, flow, layer, how) =>
  layer === 'websocket'
    ? new FollowedMessages(analysis.ingest, flow, { ...how, decode: nodeDecoder, inflate: nodeCiphers.inflate })
    : new FollowedStream(analysis.ingest, flow, { ...how, layer });

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {{ path: string, stop: AbortController, part: StreamPart, isHex: boolean }} how
 */
export async function* streamText(analysis, flow, { path, stop, part, isHex }) {
  const { layer } = layerOf(analysis, flow, part);
  const text = new StreamText(isHex);
  const reading = secondReading(stop);
  const stream = follow(analysis, flow, layer, { write: (piece) => reading.write(utf8.encode(text.write(piece))) });
  yield* joined(reading.pieces(path, stream));
  yield utf8.encode(text.end());
}

/**
 * A line with the layers, one for each piece, one with where the next part begins.
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {{ path: string, stop: AbortController, part: StreamPart }} how
 */
export async function* streamPart(analysis, flow, { path, stop, part }) {
  const { layers, layer } = layerOf(analysis, flow, part);
  const { skip = 0, limit = Infinity } = part;
  const reading = secondReading(stop);
  const stream = follow(analysis, flow, layer, {
    skip,
    limit,
    write: (piece) => reading.write(utf8.encode(streamLine(piece, base64))),
  });
  yield utf8.encode(`${JSON.stringify({ layers, layer })}\n`);
  yield* joined(reading.pieces(path, stream));
  yield utf8.encode(`${JSON.stringify({ next: stream.isCut ? skip + limit : null })}\n`);
}
