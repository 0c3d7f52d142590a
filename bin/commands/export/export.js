import { open, stat } from 'node:fs/promises';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { FlowCapture, flowFrames } from '../../../lib/export/flow-capture.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { flowIndex, flowNumber, isQuicName, quicIndex } from '../input/flow-index.js';
import { withInput } from '../input/input.js';
import { outputOf, pathOf } from '../input/paths.js';
import { readDecodeAs } from '../input/read-decode-as.js';
import { readKeyLog } from '../input/read-key-log.js';
import { Output } from '../output.js';
import { writing } from '../output-error.js';
import { analyzeWithProgress } from '../progress.js';
import { UsageError } from '../usage-error.js';
import { exportBody, messageIndex } from './body.js';
import { exportGraphs } from './graphs.js';
import { exportHar } from './har.js';
import { exportQlog } from './qlog.js';
import { quicFrames } from './quic.js';
import { exportStream, layerNamed } from './stream.js';
import { exportTables } from './tables.js';

/**
 * @typedef {object} Export
 * @property {string} source
 * @property {OpenedAnalysis} analysis
 * @property {number} flow index; −1: all, or one of QUIC
 * @property {number} quicFlow index among QUIC's connections; −1: all, or one of TCP
 * @property {string|undefined} output
 */

/** @type {Record<string, (what: Export) => Promise<void>>} */
const FORMATS = { xplot: exportGraphs, csv: exportTables, pcap: exportPackets, qlog: exportQlog };
/** Those that take options of their own. */
const WITH_OPTIONS = ['har', 'body', 'stream'];
/** Those that read the capture twice, and those that are not text. */
const TWICE = new Set(['pcap', 'body', 'har', 'stream']);
const BINARY = new Set(['pcap', 'body']);
/** Those that need the messages. */
const WITH_MESSAGES = new Set(['har', 'body', 'stream']);
/** Those that a connection of QUIC has. */
const OF_QUIC = new Set(['har', 'body', 'qlog', 'pcap', 'csv', 'xplot']);

const BEYOND_PCAP =
  'selfclock: Times before 1970 or from 2106 on do not fit pcap: the packets are written as pcapng.\n';

/** @param {import('../options/parse.js').Given<'export'>} given @returns {Promise<number>} exit status */
export async function exportFlow({ values, positionals }) {
  const { format = '', flow = '', decoded } = values;
  const output = outputOf(values.output);
  if (positionals.length !== 1) throw new UsageError('export takes one FILE');
  if (!WITH_OPTIONS.includes(format) && !Object.hasOwn(FORMATS, format)) {
    const known = [...Object.keys(FORMATS), ...WITH_OPTIONS].join(', ');
    throw new UsageError(`--format takes one of ${known}, not "${format}"`);
  }
  const isAll = format === 'har' && values.flow === undefined;
  const isQuic = OF_QUIC.has(format) && isQuicName(flow);
  if (format === 'qlog' && !isQuic) throw new UsageError('qlog is of a connection of QUIC: give --flow q0');
  const number = isAll || isQuic ? null : flowNumber(flow, '--flow');
  const given = await readKeyLog(pathOf(values.keylog));
  const layer = layerNamed(values.layer);
  const decodeAs = await readDecodeAs(values['decode-as']);
  const message = format === 'body' ? messageIndex(values.message) : -1;
  if (BINARY.has(format) && output === undefined && process.stdout.isTTY) {
    throw new UsageError('binary output cannot go to a terminal: give -o FILE, or use a pipe');
  }
  await withInput(
    pathOf(positionals[0]),
    async (input) => {
      const analysis = await analyzeWithProgress(
        input,
        (_, keyLog = given) =>
          new OpenedAnalysis({ keepMessages: WITH_MESSAGES.has(format), ciphers: nodeCiphers, keyLog, decodeAs }),
      );
      if (TWICE.has(format) && input.failure !== null) throw input.failure;
      const what = {
        source: input.again ?? input.source,
        analysis,
        flow: number === null ? -1 : flowIndex(analysis, number),
        quicFlow: isQuic ? quicIndex(analysis, flow) : -1,
        output,
      };
      if (format === 'body') await exportBody({ ...what, message, decoded });
      else if (format === 'stream') await exportStream({ ...what, layer, isHex: values.hex });
      else if (format === 'har') await exportHar({ ...what, hasText: !values['no-bodies'] });
      else await FORMATS[format](what);
    },
    { isReadTwice: TWICE.has(format) },
  );
  return 0;
}

/** @param {Export} what */
async function exportPackets({ source, analysis, flow, quicFlow, output }) {
  const frames = quicFlow < 0 ? flowFrames(analysis.ingest, flow) : await quicFrames(analysis, quicFlow);
  if (frames.isBeyondPcap) process.stderr.write(BEYOND_PCAP);
  if (output === undefined) {
    const standard = new Output();
    await readCapture(source, new FlowCapture(frames, (bytes) => standard.writeBytes(bytes)));
    return;
  }
  if (await isSameFile(source, output)) throw new Error(`${output} is the capture itself: give another file.`);
  await writing(output, () =>
    wholeFile(output, async (part) => {
      const file = await open(part, 'w');
      try {
        await readCapture(source, new FlowCapture(frames, (bytes) => writing(output, () => file.writeFile(bytes))));
      } finally {
        await file.close();
      }
    }),
  );
}

/** @param {string} path @param {string} other may be missing */
async function isSameFile(path, other) {
  const [one, two] = await Promise.all([stat(path), stat(other).catch(() => null)]);
  return two !== null && one.dev === two.dev && one.ino === two.ino;
}
