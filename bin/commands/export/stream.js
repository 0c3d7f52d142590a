import { open } from 'node:fs/promises';

import { FollowedMessages } from '../../../lib/analysis/followed-messages.js';
import { FollowedStream, LAYERS, layersOf } from '../../../lib/analysis/followed-stream.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { StreamText } from '../../../lib/export/stream/stream-text.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { Output } from '../output.js';
import { writing } from '../output-error.js';
import { UsageError } from '../usage-error.js';

/** @typedef {import('../../../lib/analysis/followed-stream.js').Layer} Layer */

const WORDS = { tcp: 'bytes', tls: 'TLS that could be decrypted', websocket: 'WebSocket messages' };

/** @param {string|undefined} name @returns {Layer|null} null: what fits */
export function layerNamed(name) {
  const layer = LAYERS.find((one) => one === name);
  if (name !== undefined && layer === undefined) {
    throw new UsageError(`--layer takes one of ${LAYERS.join(', ')}, not "${name}"`);
  }
  return layer ?? null;
}

/** @param {import('./export.js').Export & { layer: Layer|null, isHex: boolean }} what */
export async function exportStream({ source, analysis, flow, output, layer, isHex }) {
  const layers = layersOf(analysis.ingest, flow);
  if (layer !== null && !layers.includes(layer)) {
    throw new UsageError(`connection ${analysis.connections.numberOf(flow)} has no ${WORDS[layer]}`);
  }
  const text = new StreamText(isHex);
  const sink = output === undefined ? toStandardOutput() : await toFile(output);
  try {
    const write = (/** @type {import('../../../lib/export/stream/stream-text.js').StreamPiece} */ piece) =>
      sink.write(text.write(piece));
    const followed = layer ?? layers[0];
    const reading =
      followed === 'websocket'
        ? new FollowedMessages(analysis.ingest, flow, { write, decode: nodeDecoder, inflate: nodeCiphers.inflate })
        : new FollowedStream(analysis.ingest, flow, { write, layer: followed });
    await readCapture(source, reading);
    await reading.finish();
    await sink.write(text.end());
  } finally {
    await sink.close();
  }
}

function toStandardOutput() {
  const output = new Output();
  return { write: async (/** @type {string} */ text) => void (await output.write(text)), close: () => output.flush() };
}

/** @param {string} path */
async function toFile(path) {
  const file = await writing(path, () => open(path, 'w'));
  return {
    write: async (/** @type {string} */ text) => void (await writing(path, () => file.writeFile(text))),
    close: () => file.close(),
  };
}
