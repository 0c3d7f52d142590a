import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { pathOf } from '../input/paths.js';
import { portOf } from '../input/port.js';
import { PageBrowser } from '../picture/page-browser.js';
import { UsageError } from '../usage-error.js';
import { serveHttp } from './http.js';
import { OpenCaptures } from './open-captures.js';
import { newServer } from './server.js';
import { Token } from './token.js';

/**
 * Answers an assistant until it hangs up or the command is interrupted.
 * @param {import('../options/parse.js').Given<'mcp'>} given
 * @returns {Promise<number>} exit status
 */
export async function mcp({ values }) {
  const { root: roots = [], data, tables, redact, port } = values;
  if (roots.length === 0 && data === undefined && tables === undefined) {
    throw new UsageError('mcp needs --root DIR, a folder whose captures may be read (or --data, --tables)');
  }
  const settings = { roots: roots.map((root) => String(pathOf(root))), library: pathOf(data), isRedacted: redact };
  const browser = new PageBrowser();
  const given = { captures: new OpenCaptures(settings), tables: pathOf(tables), browser };
  const make = () => newServer(given);
  try {
    if (port !== undefined) await untilInterrupted(make, portOf(port));
    else await untilHungUp(make);
  } finally {
    await browser.close();
  }
  return 0;
}

/** @param {() => import('@modelcontextprotocol/server').McpServer} make @param {number} port */
async function untilInterrupted(make, port) {
  const token = new Token(process.env.SELFCLOCK_MCP_TOKEN || undefined);
  const { url, close } = await serveHttp(make, { port, token });
  // Standard error: standard output is for answers, and scripts keep it.
  process.stderr.write(`Selfclock's MCP server is at ${url}\nAuthorization: Bearer ${token.text}\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
  await close();
}

/** @param {() => import('@modelcontextprotocol/server').McpServer} make */
async function untilHungUp(make) {
  const handle = serveStdio(make);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
    process.stdin.once('end', resolve).once('close', resolve);
  });
  await handle.close();
}
