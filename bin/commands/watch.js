import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

import { samplingProblem } from '../../lib/capture/live/sample-sockets.js';
import { isObjectStore } from '../../lib/fleet/places/place.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { folderOf } from '../../lib/fleet/watch/health.js';
import { serveMetrics, WatchMetrics } from '../../lib/fleet/watch/metrics.js';
import { Watch } from '../../lib/fleet/watch/watch.js';
import { FolderOwned, takeFolder } from '../../server/library/owner.js';
import { collectorOf } from './input/collector.js';
import { pathOf } from './input/paths.js';
import { portOf } from './input/port.js';
import { interruptionSignal, numberOf, withCommand } from './live.js';
import { Output } from './output.js';
import { makeFolder, writing } from './output-error.js';
import { UsageError } from './usage-error.js';

const MEGABYTE = 1e6;

/**
 * `watch`: indexes until it is interrupted, and then what has been captured so far.
 * A second interruption leaves the rest to the next start.
 * @param {import('./options/parse.js').Given<'watch'>} given
 * @returns {Promise<number>} exit status
 */
export async function watch({ values }) {
  const tables = pathOf(values.output);
  const isFolder = statSync(values.interface ?? '', { throwIfNoEntry: false })?.isDirectory() ?? false;
  const source = isFolder ? pathOf(values.interface) : values.interface;
  if (!source) throw new UsageError('watch takes -i INTERFACE, -i FOLDER, or -i - for standard input');
  if (!tables) throw new UsageError('watch takes -o DIR');
  if (isObjectStore(tables)) {
    throw new UsageError('watch writes to a folder of this machine; index --compact DIR -o s3://… puts it on S3');
  }
  const name = nameOf(values.name ?? `${hostname()}-${source === '-' ? 'stdin' : basename(source)}`);
  const folder = folderOf(tables, name);
  if (values['with-sockets']) await checkSampling(isFolder || source === '-');
  const options = { ...optionsOf(values, source), isFolder };
  if (options.keepBytes < 2 * options.capture.fileBytes) {
    throw new UsageError('--keep-mb must be at least twice --file-mb: one file is read while the next is written');
  }
  const place = values.metrics === undefined ? null : placeOf(values.metrics);
  await makeFolder(tables);
  await writing(tables, () => TablesFolder.open(tables));
  await makeFolder(folder);
  const owner = await owned(folder, name);
  const output = new Output();
  try {
    const metrics = new WatchMetrics(() => watching.health);
    /** @type {Watch} */
    const watching = await Watch.open({
      ...{ ...options, tables, folder, name, command: [process.execPath, process.argv[1]] },
      onFigures: (figures) => metrics.add(figures),
      onProblem: (sentence) => process.stderr.write(`selfclock: ${sentence}\n`),
    });
    const served = place && (await serveMetrics(metrics, place));
    if (served) output.write(`Metrics are at ${served.url}\n`);
    await run(watching, output).finally(() => served?.close());
  } finally {
    await owner.release();
  }
  return 0;
}

/** @param {Watch} watching @param {Output} output */
async function run(watching, output) {
  const { gaps, starts } = watching.health;
  if (starts > 1 && gaps.length > 0) output.write(`${gapInWords(gaps[gaps.length - 1])}\n`);
  const interruption = interruptionSignal();
  const onStart = () => {
    const { source, tool, name } = watching.health;
    output.write(`Watching ${source}${tool === null ? '' : ` with ${tool}`}, as ${name}; Ctrl-C stops it\n`);
    void output.flush().catch(() => undefined); // nobody may read it
  };
  await withCommand(watching.run(interruption.signal, onStart));
  const { files, packets, connections, lostFiles, gapSeconds } = watching.health;
  output.write(
    `${files} files read, ${packets} packets, ${connections} rows of connections; ${lostFiles} files lost unread, ` +
      `${gapSeconds.toFixed(0)} s without capturing between runs\n`,
  );
  await output.flush();
}

/** @param {import('../../lib/fleet/watch/health.js').Gap} gap */
const gapInWords = ({ from, to, reason }) => `Capturing was interrupted between ${from} and ${to}: ${reason}.`;

/**
 * @param {import('./options/parse.js').Given<'watch'>['values']} values
 * @param {string} source
 */
function optionsOf(values, source) {
  const otlp = collectorOf(values.otlp);
  const number = (/** @type {'file-seconds'|'file-mb'|'keep-mb'|'settle'} */ option) =>
    Number(numberOf(values[option], `--${option}`));
  return {
    capture: {
      interface: source,
      filter: values.filter,
      snapLength: numberOf(values['snap-length'], '-s'),
      fileSeconds: number('file-seconds'),
      fileBytes: number('file-mb') * MEGABYTE,
      withSockets: values['with-sockets'],
    },
    settleSeconds: number('settle'),
    keepBytes: number('keep-mb') * MEGABYTE,
    keepDays: numberOf(values['keep-days'], '--keep-days'),
    indexOptions: [
      ...(values['all-findings'] ? ['--all-findings'] : []),
      ...(values.windows ? ['--windows'] : []),
      ...(values.keylog === undefined ? [] : ['--keylog', pathOf(values.keylog)]),
    ],
    otlp,
  };
}

/** @param {boolean} isFromElsewhere what is watched is not captured here */
async function checkSampling(isFromElsewhere) {
  if (isFromElsewhere) throw new UsageError('--with-sockets needs an interface: it records sockets of this host');
  const problem = await samplingProblem();
  if (problem !== null) throw new Error(problem);
}

/** @param {string} text PORT, or HOST:PORT @returns {{ host: string, port: number }} */
function placeOf(text) {
  const [, host = '127.0.0.1', port] = /^(?:\[?(.*?)\]?:)?(\d+)$/.exec(text) ?? [];
  if (port === undefined) throw new UsageError(`--metrics takes PORT or HOST:PORT, not "${text}"`);
  return { host, port: portOf(port) };
}

/** @param {string} name as a folder's */
const nameOf = (name) => name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_');

/** @param {string} folder @param {string} name */
async function owned(folder, name) {
  try {
    return await takeFolder(folder);
  } catch (cause) {
    if (!(cause instanceof FolderOwned)) throw cause;
    throw new Error(`Process ${cause.pid} watches as ${name} already; give this one another --name.`, { cause });
  }
}
