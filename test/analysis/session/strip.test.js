/** All connections over time, by what limited each. */
import { filterOfGroup, MAX_STRIP_LINES } from '../../../lib/shared/captures/strip.js';
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { manyConnections } from '../../browser/support/many-connections.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { readSession } from './support/ask.js';

/** @typedef {Awaited<ReturnType<typeof readSession>>} Asked */

const OPENING = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+20ms client ACK'];
const mixed = () =>
  pcap(
    merge(
      script({ client: '10.0.0.1:5000', server: '10.0.1.1:80' }, '@0ms client SYN'),
      script({ client: '10.0.0.1:5001', server: '10.0.1.1:81' }, '@500ms client SYN', '+1ms server RST-ACK'),
      script(
        { client: '10.0.0.1:5002', server: '10.0.1.1:82' },
        '@0ms client SYN mss 1460',
        ...OPENING.slice(1),
        '+1460ms client FIN',
      ),
      script(
        { client: '10.0.0.1:5003', server: '10.0.1.1:83' },
        '@3s client SYN mss 1460',
        ...OPENING.slice(1),
        '+960ms client FIN',
      ),
    ),
  );

/** @param {Asked} asked @param {{ text?: string, bins?: number }} [question] */
async function stripOf({ ask }, { text = '', bins = 4 } = {}) {
  const bytes = await ask('connectionStrip', { text, bins });
  const { meta, columns } = decodeColumnFrame(bytes.slice().buffer);
  const groups = meta.groups.map((/** @type {{ name: string, count: number }} */ group, /** @type {number} */ at) => ({
    ...group,
    open: [...columns.open.subarray(at * bins, (at + 1) * bins)],
  }));
  return { meta, groups, lines: columns.start.length, columns };
}

test('those that failed are one group, whatever limited them; each is open from its first packet to its last', async () => {
  const { groups, meta, columns } = await stripOf(await readSession(mixed()));
  expect(meta).toMatchObject({ bins: 4, total: 4, durationNs: 4e9 });
  expect(groups).toMatchObject([
    { name: 'failed', count: 2, open: [2, 0, 0, 0] },
    { name: '', count: 2, open: [1, 1, 0, 1] },
  ]);
  expect([...columns.start]).toEqual([0, 0, 0.5e9, 3e9].map((ns) => expect.closeTo(ns, 0)));
});

test('the filter of a group finds as many as it counts', async () => {
  const asked = await readSession(mixed());
  for (const { name, count } of (await stripOf(asked)).groups) {
    const { matched } = await asked.ask('rows', {
      sort: 'flow',
      descending: false,
      text: filterOfGroup(name),
      offset: 0,
      limit: 1,
    });
    expect([name, matched]).toEqual([name, count]);
  }
  expect((await stripOf(asked, { text: 'server.port == 81' })).groups).toMatchObject([{ name: 'failed', count: 1 }]);
});

test('beyond so many connections they are counted only: the answer stays small', async () => {
  const few = await stripOf(await readSession(manyConnections(MAX_STRIP_LINES)));
  const many = await stripOf(await readSession(manyConnections(MAX_STRIP_LINES + 1)));
  expect([few.lines, many.lines]).toEqual([MAX_STRIP_LINES, 0]);
  expect(many.groups).toMatchObject([{ name: 'failed', count: MAX_STRIP_LINES + 1 }]);
});
