import * as z from 'zod';

import { answer, pageOfList } from '../answer.js';
import { captured, sentence } from '../captured.js';
import { capturedFields, paged, paging, sentenceField, text } from '../schemas.js';
import { firstSentence } from './overview.js';

/** @typedef {import('./tool.js').Tool} Tool */

/** @type {Tool} */
export const listCaptures = {
  name: 'list_captures',
  title: 'Captures that can be opened',
  description: 'Capture files below the permitted folders, captures of the library, and those that are open.',
  input: z.object(paging),
  output: z.object({
    captures: z.array(
      z.object({
        capture: z.string().nullable().describe('set if it is open: for the other tools'),
        path: z.string().nullable().describe('for open_capture'),
        library: z.string().nullable().describe('for open_capture, instead of path'),
        sizeBytes: z.number(),
        captured: capturedFields('name'),
      }),
    ),
    isCut: z.boolean().describe('the folders have more files than are listed'),
    ...paged,
  }),
  async run({ captures }, asked) {
    const { files, isCut } = await captures.files();
    const openOf = (/** @type {(one: import('../open-captures.js').OpenCapture) => boolean} */ is) =>
      captures.open.find(is)?.id ?? null;
    const all = [
      ...files.map(({ path, sizeBytes }) => ({
        capture: openOf(({ source }) => source === path),
        ...{ path, library: null, sizeBytes, captured: { name: null } },
      })),
      ...(await captures.library()).map(({ library, name, sizeBytes }) => ({
        capture: openOf(({ source }) => source.endsWith(`${library}.capture`)),
        ...{ path: null, library, sizeBytes, captured: { name: captured(name) } },
      })),
    ];
    const { rows, ...rest } = pageOfList(all, asked);
    return answer({ captures: rows, isCut, ...rest });
  },
};

/** @type {Tool} */
export const openCapture = {
  name: 'open_capture',
  title: 'Open a capture',
  description:
    'Reads a capture file (pcap, pcapng, snoop; also gzip) and says in one sentence what was wrong. The other tools ' +
    'need the capture that it returns.',
  input: z.object({
    path: text().optional().describe('file below a permitted folder'),
    library: text().optional().describe("instead of path: a capture's name in the library"),
    keyLog: text().optional().describe('path of a key log (SSLKEYLOGFILE), to decrypt TLS and QUIC'),
  }),
  output: z.object({
    capture: z.string(),
    sentence: sentenceField(),
    sizeBytes: z.number(),
    connections: z.number(),
    quicConnections: z.number(),
    warnings: z.array(sentenceField()),
    isRedacted: z.boolean().describe('addresses, names and contents are stand-ins'),
  }),
  async run({ captures }, asked) {
    const open = await captures.read(asked);
    const { id, sizeBytes, analysis } = open;
    const { flows, quicConnections = 0, warnings } = analysis.ingest.describe();
    return answer({
      ...{ capture: id, sentence: sentence(firstSentence(open)), sizeBytes, connections: flows, quicConnections },
      warnings: warnings.map(({ message }) => sentence(message)),
      isRedacted: captures.isRedacted,
    });
  },
};
