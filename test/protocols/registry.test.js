/** What the registry promises: each protocol says all of itself, and nothing else needs to know its name. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { MessageTable } from '../../lib/protocols/model/message-table.js';
import { protocolAgreed, protocolNamed, PROTOCOLS } from '../../lib/protocols/registry.js';

const ROOM = fileURLToPath(new URL('../../lib/protocols', import.meta.url));

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

test('names are in lower case, and one protocol has each, but for the formats of WebMUX', () => {
  const names = PROTOCOLS.flatMap((protocol) => protocol.names);
  expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual(['webmux']);
  for (const name of names) expect(protocolNamed(name)?.names).toContain(name);
});

test('what is found by nobody is listed for its name, or follows on an agreement', () => {
  for (const protocol of PROTOCOLS) {
    const isFound = Boolean(protocol.detect ?? protocol.signature ?? protocol.agreed);
    expect([protocol.names[0], isFound || protocol.names[0] === 'http/1.1']).toEqual([protocol.names[0], true]);
  }
  expect(protocolAgreed('h2')?.names[0]).toBe('http/2');
  expect([protocolAgreed(null), protocolAgreed('spdy/3'), protocolNamed(null), protocolNamed('x')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('parsers import nothing of the registry', () => {
  const folders = readdirSync(ROOM).filter((name) => statSync(join(ROOM, name)).isDirectory());
  const own = folders.filter((name) => !['detect', 'model', 'bodies'].includes(name));
  for (const file of own.flatMap((name) => filesIn(join(ROOM, name)))) {
    if (file.endsWith('.js')) {
      expect([file, /from '.*registry\.js'/.test(readFileSync(file, 'utf8'))]).toEqual([file, false]);
    }
  }
});

test('a table numbers the protocols that it meets', () => {
  const table = new MessageTable();
  const row = table.append(0);
  table.protocol[row] = table.numberOf('websocket');
  expect([table.protocolOf(row), table.numberOf('websocket'), table.numberOf('http/1.1')]).toEqual([
    'websocket',
    table.protocol[row],
    1,
  ]);
});
