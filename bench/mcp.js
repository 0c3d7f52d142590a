/**
 * node bench/mcp.js [CAPTURE]
 *
 * How long each tool of `selfclock mcp` takes on a capture that is open, in the SDK's own client: first and second
 * call, each by the clock and, on Linux, the server's own time on a processor, which other load does not change.
 * Without a capture, capture a of the bench at 100 MB.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { benchCapture } from './data-files.js';

const SELFCLOCK = fileURLToPath(new URL('../bin/selfclock.js', import.meta.url));
const SCALE = 0.085;

const path = resolve(process.argv[2] ?? benchCapture('a', SCALE).path);
const client = new Client({ name: 'bench', version: '1' });
const args = [SELFCLOCK, 'mcp', '--root', dirname(path)];
const transport = new StdioClientTransport({ command: process.execPath, args });
await client.connect(transport);

/** @returns {number} ms that the server has had of a processor, to 10 ms; NaN: not known */
function processorMs() {
  try {
    const fields = readFileSync(`/proc/${transport.pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}

/**
 * @param {string} name @param {Record<string, unknown>} asked
 * @returns {Promise<{ ms: number, ownMs: number, answer: any }>}
 */
async function timed(name, asked) {
  const [startedAt, before] = [performance.now(), processorMs()];
  const answer = await client.callTool({ name, arguments: asked }, { timeout: 300_000 });
  return { ms: performance.now() - startedAt, ownMs: processorMs() - before, answer };
}

const opening = await timed('open_capture', { path: basename(path) });
const { capture } = opening.answer.structuredContent;
const figures = (/** @type {{ ms: number, ownMs: number }} */ { ms, ownMs }) =>
  `${ms.toFixed(0)} | ${ownMs.toFixed(0)}`;
process.stdout.write('| tool | first, ms | processor | again, ms | processor |\n|---|---|---|---|---|\n');
process.stdout.write(`| open_capture | ${figures(opening)} | | |\n`);
const busiest = await timed('connections', { capture, sort: 'bytes', limit: 1 });
const [{ connection = 0 } = {}] = busiest.answer.structuredContent?.connections ?? [];
const questions = /** @type {[string, Record<string, unknown>][]} */ ([
  ['list_captures', {}],
  ['overview', { capture }],
  ['findings', { capture }],
  ['time', { capture }],
  ['time', { capture, connection }],
  ['connections', { capture, sort: 'bytes' }],
  ['connections', { capture, filter: 'requests > 0' }],
  ['connection', { capture, connection }],
  ['exchanges', { capture, connection }],
  ['statements', { capture }],
  ['packets', { capture, connection }],
  ['sender', { capture, connection }],
  ['quic', { capture }],
  ['picture', { capture, connection }],
  ['compare', { captures: [capture, capture] }],
  ['path', { captures: [capture, capture] }],
  ['what_if', { capture, settings: ['rtt=50ms'] }],
]);
for (const [name, asked] of questions) {
  const [first, second] = [await timed(name, asked), await timed(name, asked)];
  const note = first.answer.isError ? ` ${String(first.answer.content[0]?.text).slice(0, 100)}` : '';
  const of = asked.connection === undefined ? '' : ' of a connection';
  process.stdout.write(`| ${name}${of} | ${figures(first)} | ${figures(second)} |${note}\n`);
}
await client.close();
