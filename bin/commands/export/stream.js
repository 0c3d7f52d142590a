import { open } from 'node:fs/promises';

import { FollowedMessages } from '../../../lib/analysis/followed-messages.js';
import { FollowedStream, LAYERS, layersOf } from '../../../lib/analysis/followed-stream.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { StreamText } from '../../../lib/export/stream/stream-text.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
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
  const follow = async (/** @type {(text: string) => Promise<void>} */ writeText) => {
    const text = new StreamText(isHex);
    const write = (/** @type {import('../../../lib/export/stream/stream-text.js').StreamPiece} */ piece) =>
      writeText(text.write(piece));
    const followed = layer ?? layers[0];
    const reading =
      followed === 'websocket'
        ? new FollowedMessages(analysis.ingest, flow, { write, decode: nodeDecoder, inflate: nodeCiphers.inflate })
        : new FollowedStream(analysis.ingest, flow, { write, layer: followed });
    await readCapture(source, reading);
    await reading.finish();
    await writeText(text.end());
  };
  return output === undefined ? toStandardOutput(follow) : toFile(output, follow);
}

/** @typedef {(write: (text: string) => Promise<void>) => Promise<void>} Follow */

/** @param {Follow} follow */
async function toStandardOutput(follow) {
  const output = new Output();
  try {
    await follow(async (text) => void (await output.write(text)));
  } finally {
    await output.flush();
  }
}

/** @param {string} path @param {Follow} follow */
async function toFile(path, follow) {
  await writing(path, () =>
    wholeFile(path, async (part) => {
      const file = await open(part, 'w');
      try {
        await follow((text) => writing(path, () => file.writeFile(text)));
      } finally {
        await file.close();
      }
    }),
  );
}
