import { spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { pathOf } from './input/paths.js';
import { portOf } from './input/port.js';
import { print } from './output.js';
import { UsageError } from './usage-error.js';

/** How long a server on the port may take to answer. */
const ANSWER_MS = 2000;
/** How often a capture that is being read is polled for the connection of a frame. */
const ASK_AGAIN_MS = 200;
/** What opens an address in the user's browser. @type {Partial<Record<NodeJS.Platform, [string, string[]]>>} */
const OPENERS = { darwin: ['open', []], win32: ['cmd', ['/c', 'start', '']] };

/** @typedef {{ id: string, name: string }} ListedCapture */

/**
 * Shows a capture in the browser. A running server gets the file; else one is started, which reads it in place and
 * keeps running after this command.
 * @param {import('./options/parse.js').Given<'open'>} given
 * @returns {Promise<number>} exit status
 */
export async function open({ values, positionals }) {
  if (positionals.length !== 1) throw new UsageError('open takes one FILE');
  const port = portOf(values.port);
  if (values.frame !== undefined && !/^[1-9]\d{0,9}$/.test(values.frame)) {
    throw new UsageError(`--frame takes the number of a packet, not ${values.frame}`);
  }
  const path = pathOf(positionals[0]);
  const known = await stat(path).catch(() => null);
  if (!known?.isFile()) throw new CaptureError('unreadable', `${path} is not a readable file.`, 0);
  const running = `http://127.0.0.1:${port}`;
  const captures = await capturesAt(running);
  const capture = captures === null ? await served(path, port) : await uploaded(path, running);
  const address = values.frame === undefined ? capture : await ofFrame(capture, Number(values.frame));
  await print(`${address}\n`);
  if (!values['no-browser']) showInBrowser(address);
  return 0;
}

/** @param {string} server @returns {Promise<ListedCapture[]|null>} null: no Selfclock is there */
async function capturesAt(server) {
  try {
    const response = await fetch(`${server}/api/captures`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { captures } = await response.json();
    return Array.isArray(captures) ? captures : null;
  } catch {
    return null;
  }
}

/** @param {string} path @param {string} server @returns {Promise<string>} address of the capture */
async function uploaded(path, server) {
  const response = await fetch(`${server}/api/captures?name=${encodeURIComponent(basename(path))}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: await openAsBlob(path),
  });
  const { capture, error } = await response.json();
  if (!response.ok) {
    throw new CaptureError('refused', `The server at ${server} did not accept it: ${error?.message}`, 0);
  }
  return `${server}/captures/${capture.id}`;
}

/** @param {string} path @param {number} port @returns {Promise<string>} address of the capture at a new server */
async function served(path, port) {
  const child = spawn(process.execPath, [process.argv[1], 'serve', path, '--port', String(port)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = await firstAddress(child);
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  const [capture] = (await capturesAt(server)) ?? [];
  return capture === undefined ? server : `${server}/captures/${capture.id}`;
}

/**
 * @param {string} capture its address
 * @param {number} frame
 * @returns {Promise<string>} address of the connection that has the frame, there
 * @throws {CaptureError} no connection has it
 */
async function ofFrame(capture, frame) {
  const asked = capture.replace('/captures/', '/api/captures/');
  for (;;) {
    const { state, error } = await (await fetch(asked)).json();
    if (state === 'failed') throw new CaptureError('unreadable', error?.message ?? 'The capture cannot be read.', 0);
    const { packets = [] } = await (await fetch(`${asked}/find?text=${frame}`)).json();
    const found = packets.find((/** @type {{ frame: number }} */ packet) => packet.frame === frame);
    if (found !== undefined) return `${capture}/connections/${found.flow}?frame=${frame}`;
    if (state === 'ready') throw new CaptureError('no_frame', `Frame ${frame} is not part of a TCP connection.`, 0);
    await setTimeout(ASK_AGAIN_MS);
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 *   import('node:stream').Readable>} child
 * @returns {Promise<string>} as it prints it
 * @throws {CaptureError} it ended before, with what it said
 */
async function firstAddress(child) {
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return address.replace(/\/$/, '');
  }
  throw new CaptureError('no_server', complaint.trim().replace(/^selfclock: /, '') || 'The server did not start.', 0);
}

/** Without a browser this does nothing; the address was printed. @param {string} address */
function showInBrowser(address) {
  const [command, options] = OPENERS[process.platform] ?? ['xdg-open', []];
  const child = spawn(command, [...options, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
