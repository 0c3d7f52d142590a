/** A QUIC connection beside one of TCP: the same figures, each from what its own packets show. */
import { figuresOf, headline } from '../../../client/views/compare/figures.js';
import { quicMember } from '../../../client/views/compare/quic-member.js';
import { alignOf, alignWords } from '../../../client/views/compare/transports.js';
import { decodeColumnFrame, encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { QUIC_FLOWS } from '../../../lib/shared/quic-flow.js';
import { readSession } from '../../analysis/session/support/ask.js';
import { http3Capture } from '../../quicflow/capture.js';

/** The page's `Api`, as far as it is asked. @param {Awaited<ReturnType<typeof readSession>>} session */
const apiOf = ({ ask }) => {
  const frame = async (/** @type {string} */ method, /** @type {object} */ args) =>
    encodeColumnFrame(decodeColumnFrame((await ask(method, args)).slice().buffer)).buffer;
  const of =
    (/** @type {string} */ method) =>
    (/** @type {string} */ _id, /** @type {number} */ flow, /** @type {object} */ asked) =>
      frame(method, { flow, ...asked });
  return /** @type {any} */ ({
    quicPackets: of('quicPackets'),
    quicSequence: of('quicSequence'),
    quicSender: of('quicSender'),
  });
};

/** @param {{ capture: Uint8Array }} of */
async function memberOf({ capture }) {
  const session = await readSession(capture);
  const summary = await session.ask('cost', { flow: QUIC_FLOWS });
  const given = {
    of: { id: 'a', flow: QUIC_FLOWS },
    letter: 'A',
    name: 'a',
    flow: QUIC_FLOWS,
    summary,
    difference: null,
  };
  return quicMember(apiOf(session), given, new AbortController().signal);
}

test('its data, times and handshake are those of its packets', async () => {
  const member = await memberOf(http3Capture());
  expect(member).toMatchObject({ direction: 0, isPart: false, handshakeNs: 2e6, isAcknowledged: false });
  expect(member.alignNs).toEqual({ syn: 0, request: 2e6, byte: 3e6 });
  expect([member.lastDataNs, member.endNs]).toEqual([2e6, 2e6]);
  expect(member.payloadBytes).toBe(member.summary.clientToServer.uniqueBytes);
  expect(member.flights).toHaveLength(1);
  const other = { ...member, model: { ...member.model, flow: { flow: 0, transport: 'tcp' } } };
  const names = (/** @type {typeof member[]} */ members) => figuresOf(members).map(({ name }) => name);
  expect(names([member, other]).slice(0, 2)).toEqual(['First packet to last byte', 'Handshakes']);
  expect(names([member, member])).not.toContain('Handshakes');
  expect(names([member, other])).toContain('First flight, packets');
  expect(names([member, other])).not.toContain('Full segments');
  expect(names([other, other])).toContain('First flight, segments');
  expect(headline([other, member]).strong).toBe('70 B in 2.00 ms instead of 2.00 ms.');
  expect(headline([other, member]).rest).toMatch(/^Handshakes included\./);
  expect(alignOf(null, [other, member])).toBe('syn');
  expect(alignOf(null, [member, member])).toBe('request');
  expect(alignOf('byte', [other, member])).toBe('byte');
  expect(
    [
      [other, other],
      [other, member],
    ].map((both) => alignWords('syn', both)),
  ).toEqual(['SYN', 'first packet']);
});

test('without keys its datagrams are told, and nothing of acknowledgements', async () => {
  const member = await memberOf(http3Capture({ hasSecrets: false }));
  expect(member.isAcknowledged).toBe(false);
  expect(member.model.series.map(({ acks }) => acks.count)).toEqual([0, 0]);
  expect(member.payloadBytes).toBe(member.summary.clientToServer.uniqueBytes);
  expect(member.heldBack).toBeNull();
});
