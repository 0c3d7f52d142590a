/**
 * node scripts/readme-pictures.js CAPTURE
 *
 * Makes docs/host-record.png and docs/mcp.png from a capture with a record of its sender's sockets beside it
 * (capture --with-sockets): the page's view of its first connection, and what the tool `picture` gives an assistant.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chromium } from 'playwright-core';

import { findBrowser } from '../bin/commands/picture/page-browser.js';
import { startServer } from '../server/main.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VIEWPORT = { width: 1240, height: 800 };

const capture = resolve(process.argv[2]);
await hostRecordPicture(`${ROOT}docs/host-record.png`);
await assistantPicture(`${ROOT}docs/mcp.png`);

/** @param {string} path */
async function hostRecordPicture(path) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'selfclock-pictures-'));
  const server = await startServer({ files: [capture], port: 0, dataDirectory });
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light' });
    const { captures } = await (await fetch(new URL('api/captures', server.url))).json();
    await page.goto(new URL(`captures/${captures[0].id}/connections/0`, server.url).href);
    await page.getByText('Sender, by its kernel').scrollIntoViewIfNeeded();
    await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
    await page.screenshot({ path });
  } finally {
    await browser.close();
    await server.close();
    rmSync(dataDirectory, { recursive: true });
  }
}

/** @param {string} path */
async function assistantPicture(path) {
  const client = new Client({ name: 'pictures', version: '1' });
  const args = [`${ROOT}bin/selfclock.js`, 'mcp', '--root', dirname(capture)];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const ask = async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ asked) =>
    /** @type {any} */ (await client.callTool({ name, arguments: asked }, { timeout: 120_000 }));
  const { structuredContent: opened } = await ask('open_capture', { path: basename(capture) });
  const drawn = await ask('picture', { capture: opened.capture, connection: 0, widthPixels: 900, heightPixels: 600 });
  writeFileSync(path, Buffer.from(drawn.content[0].data, 'base64'));
  await client.close();
}
