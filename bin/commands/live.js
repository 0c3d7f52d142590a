import { CaptureAnalysis } from '../../lib/analysis/capture-analysis.js';
import { decodeHere } from '../../lib/analysis/capture-decoder.js';
import { AllConnections } from '../../lib/analysis/quic/all-connections.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { runCapture } from '../../lib/capture/live/capture-command.js';
import { listInterfaces } from '../../lib/capture/live/interfaces.js';
import { LiveCaptureError } from '../../lib/capture/live/live-error.js';
import { sampleSockets } from '../../lib/capture/live/sample-sockets.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { recordBeside } from '../../lib/shared/hostlog/record-beside.js';
import { bytesText } from '../../lib/shared/text/quantities.js';
import { connectionTable } from './analyze/table.js';
import { pathOf } from './input/paths.js';
import { Output, print } from './output.js';
import { writing } from './output-error.js';
import { statusLine } from './progress.js';
import { UsageError } from './usage-error.js';

/** @typedef {Awaited<ReturnType<typeof runCapture>>} CaptureEnd */

/**
 * `capture`: captures until it is interrupted, or for SECONDS. Without -w it prints a table of connections. If the
 * capture goes to standard output (`-w -`), the counts go to standard error.
 * @param {import('./options/parse.js').Given<'capture'>} given
 * @returns {Promise<number>} exit status
 */
export async function capture({ values }) {
  const { interface: name, filter, json = false } = values;
  const write = pathOf(values.write) ?? null;
  if (!name) throw new UsageError('capture needs an interface: -i INTERFACE');
  if (json && write === '-') throw new UsageError('--json and -w - would both write to standard output');
  const output = new Output();
  const status = statusLine();
  const interruption = interruptionSignal();
  const sockets = socketSampling(values, write);
  const end = await withCommand(
    runCapture({
      interface: name,
      filter,
      output: write,
      snapLength: numberOf(values['snap-length'], '-s'),
      maxSeconds: numberOf(values.seconds, '-a'),
      signal: interruption.signal,
      onStart: ({ tool }) => {
        sockets?.start();
        status.show(`capturing on ${name} with ${tool}; Ctrl-C stops it`);
      },
      onStatistics: ({ received, bytes, dropped }) =>
        status.show(`${received ?? 0} packets, ${bytesText(bytes)}, ${dropped.kernel ?? 0} dropped`),
      withSpool: async (spool) => {
        status.clear();
        if (write === null && !json) await printConnections(spool, output);
      },
    }),
  ).finally(() => sockets?.stop());
  interruption.forget();
  const recorded = await sockets?.end();
  if (recorded?.problem) process.stderr.write(`selfclock: ${recorded.problem}\n`);
  if (end.failed) process.stderr.write(`selfclock: ${end.reason}\n`);
  if (write === '-') process.stderr.write(`${inWords(end)}\n`);
  else output.write(`${json ? JSON.stringify(end) : inWords(end)}\n`);
  await output.flush();
  return 0;
}

/**
 * Samples this host's sockets while packets are captured, where that is asked for.
 * @param {{ 'with-sockets': boolean, 'sockets-filter'?: string }} values @param {string | null} write
 */
function socketSampling({ 'with-sockets': isAsked, 'sockets-filter': filter }, write) {
  if (!isAsked && filter !== undefined) throw new UsageError('--sockets-filter needs --with-sockets');
  if (!isAsked) return null;
  if (write === null || write === '-') throw new UsageError('--with-sockets needs -w FILE: it writes FILE.sockets');
  const stopping = new AbortController();
  /** @type {ReturnType<typeof sampleSockets> | null} */
  let sampling = null;
  return {
    start() {
      sampling = sampleSockets(recordBeside(write), { filter, signal: stopping.signal });
      sampling.catch(() => undefined); // told at the end
    },
    stop: () => stopping.abort(),
    end: () => sampling && writing(recordBeside(write), () => sampling),
  };
}

/**
 * `interfaces`: lists interfaces that can be captured on.
 * @param {import('./options/parse.js').Given<'interfaces'>} given
 * @returns {Promise<number>} exit status
 */
export async function interfaces({ values }) {
  const list = await listInterfaces();
  await print(values.json ? `${JSON.stringify(list)}\n` : interfaceLines(list).join(''));
  if (list.problem) process.stderr.write(`selfclock: ${withRemedy(list.problem)}\n`);
  return list.tool === null ? 1 : 0;
}

/** @param {Awaited<ReturnType<typeof listInterfaces>>} list @returns {string[]} */
function interfaceLines({ interfaces: all }) {
  const width = Math.max(0, ...all.map(({ name }) => name.length));
  return all.map(({ name, up, loopback, addresses, description }) => {
    const parts = [up ? 'up' : 'down', loopback ? 'loopback' : '', addresses.join(', '), description];
    return `${name.padEnd(width)}  ${parts.filter(Boolean).join('  ')}\n`;
  });
}

/** @param {string} spool @param {Output} output */
async function printConnections(spool, output) {
  const analysis = new CaptureAnalysis({ keepMessages: false, ciphers: nodeCiphers, decoder: decodeHere });
  await readCapture(spool, analysis.ingest);
  for (const { message } of analysis.ingest.describe().warnings) process.stderr.write(`selfclock: ${message}\n`);
  for (const line of connectionTable(analysis, await AllConnections.of(analysis))) {
    const full = output.write(`${line}\n`);
    if (full) await full;
  }
}

/** @param {CaptureEnd} end */
function inWords({ received, dropped, interface: name, tool, output, reason }) {
  const where = output === null || output === '-' ? '' : `, written to ${output}`;
  const byInterface = dropped.interface === null ? '' : `, ${dropped.interface} by the interface`;
  return (
    `${received ?? 'unknown'} packets received on ${name} with ${tool}, ` +
    `${dropped.kernel ?? 'unknown'} dropped by the kernel${byInterface}${where}. ${reason}`
  );
}

/** @param {string|undefined} text @param {string} option */
export function numberOf(text, option) {
  if (text === undefined) return null;
  const number = Number(text);
  if (text.trim() === '' || !(number > 0) || number === Infinity) {
    throw new UsageError(`${option} takes a number above 0, not "${text}"`);
  }
  return number;
}

/** A second interruption ends the process as usual. */
export function interruptionSignal() {
  const controller = new AbortController();
  const stop = () => {
    forget();
    controller.abort();
  };
  const forget = () => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return { signal: controller.signal, forget };
}

/**
 * Adds the command that would help to the error of a capture that cannot start.
 * @template T
 * @param {Promise<T>} started
 * @returns {Promise<T>}
 */
export async function withCommand(started) {
  try {
    return await started;
  } catch (error) {
    if (error instanceof LiveCaptureError && error.code === 'bad_limit') throw new UsageError(error.message);
    if (error instanceof LiveCaptureError) throw new Error(withRemedy(error), { cause: error });
    throw error;
  }
}

/** @param {{ message: string, command: string|null }} problem */
function withRemedy({ message, command }) {
  return command ? `${message} Try: ${command}` : message;
}
