import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { gathered, MessageBody } from '../../../lib/analysis/message-body.js';
import { QuicMessages } from '../../../lib/analysis/messages/quic-messages.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { Output } from '../output.js';
import { writing } from '../output-error.js';
import { UsageError } from '../usage-error.js';

const NOTES = new Map([
  ['body_cut', 'The body is too large: its end is missing.'],
  ['coding_unknown', 'The body has an unknown content coding (NAME): it is written as sent.'],
  ['coding_absent', 'The body does not have the content coding it declares: it is written as sent.'],
  ['coding_broken', 'The body breaks its content coding: it is written up to there.'],
]);

/** @param {string|undefined} text @returns {number} */
export function messageIndex(text) {
  if (text === undefined || !/^\d{1,9}$/.test(text)) {
    throw new UsageError('--format body takes --message INDEX, as "analyze --messages" has it');
  }
  return Number(text);
}

/** @param {import('./export.js').Export & { message: number, decoded: boolean }} what */
export async function exportBody({ source, analysis, flow, quicFlow, message, decoded, output }) {
  const { messages, quic } = analysis.ingest;
  const isThere =
    quicFlow < 0 ? messages.flowOf(message) === flow : QuicMessages.of(analysis.ingest)?.flowOf(message) === quicFlow;
  if (!isThere) {
    const name = quicFlow < 0 ? analysis.connections.numberOf(flow) : quic?.numbers.nameOf(quicFlow);
    throw new UsageError(`connection ${name} has no message ${message}; ` + '"analyze --messages" lists them');
  }
  /** @type {Uint8Array[]} */
  const raw = [];
  const body = new MessageBody(analysis.ingest, message, (piece) => {
    raw.push(piece);
  });
  await readCapture(source, body);
  const pieces = Readable.from(raw);
  const bytes = await gathered(decoded ? body.decoded(pieces, nodeDecoder) : pieces);
  const coding = body.unknownCoding?.replace(/[^!-~]/g, '?') ?? '';
  for (const note of body.notes) process.stderr.write(`selfclock: ${NOTES.get(note)?.replace('NAME', coding)}\n`);
  if (output !== undefined) return writing(output, () => wholeFile(output, (part) => writeFile(part, bytes)));
  const standard = new Output();
  return standard.writeBytes(bytes);
}
