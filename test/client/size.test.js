/** The page loads without a build and without the network beyond its server, so what it loads is to stay small. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const client = fileURLToPath(new URL('../../client/', import.meta.url));
const MOST = 300_000;

test('the page\'s own JavaScript is at most 300 KB compressed', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(client + name)).length, 0);
  expect(files.length).toBeGreaterThan(100);
  expect(bytes).toBeLessThan(MOST);
});

test('nothing is fetched from elsewhere', () => {
  const page = readFileSync(`${client}index.html`, 'utf8');
  expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address).filter((address) => !/^\/(client|vendor)\//.test(address))).toEqual([]);
});
