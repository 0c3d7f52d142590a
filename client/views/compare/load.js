/** Fetches the connections that are compared. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { isQuicFlow } from '../../../lib/shared/quic-flow.js';
import { createModel, seriesInPieces } from '../connection/data/model.js';
import { packetColumns } from '../connection/data/packet-columns.js';
import { finerPart, isPartial } from '../connection/data/partial-packets.js';
import { finerRange, senderData } from '../connection/data/sender-data.js';
import { createMember, longestOf } from './member.js';
import { memberText } from './state.js';

/** @typedef {import('../../state/api.js').Api} Api */
/** @typedef {import('./state.js').MemberId} MemberId */

/**
 * @param {Api} api
 * @param {MemberId[]} of
 * @param {AbortSignal} signal
 * @returns {Promise<import('./member.js').Member[]>} in the same order
 */
export async function loadMembers(api, of, signal) {
  // Its answer waits for captures that the server reads once more; what is asked for before would be a part of them.
  const { compared } = await api.compare(of.map(memberText), signal);
  return Promise.all(
    of.map(async (member, i) => {
      const flow = member.flow ?? (await largestConnection(api, member.id, signal));
      const { name, summary, difference } = compared[i];
      const given = { of: member, letter: String.fromCharCode(65 + i), flow, name, summary, difference };
      if (isQuicFlow(flow)) return (await import('./quic-member.js')).quicMember(api, given, signal);
      return createMember({ ...given, ...(await loadConnection(api, member.id, flow, signal)) });
    }),
  );
}

/**
 * What held each one's data back, which takes the server longer than all else: it comes when it comes.
 * @param {Api} api @param {import('./member.js').Member[]} members @param {AbortSignal} signal
 */
export async function loadCauses(api, members, signal) {
  await Promise.all(
    members.map(async (member) => {
      if (member.heldBack !== undefined) return;
      const senders = await senderData(
        decodeColumnFrame(await api.senderFrame(member.of.id, member.flow, null, signal)),
      );
      member.senders = senders;
      const range = { startNs: member.alignNs.request, endNs: member.endNs };
      member.heldBack = longestOf(senders.of[member.direction], range);
    }),
  );
}

/**
 * More of what is in view, of members that are too long for the page to have all of them
 * (`connection/data/partial-packets.js`).
 * @param {Api} api @param {import('./member.js').Member[]} members
 * @param {{ range: import('../../plot/time-scale.js').TimeRange, widthPx: number, align: import('./state.js').Align }}
 *   view range in ns from the alignment
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether there is more to draw
 */
export async function refineMembers(api, members, { range, widthPx, align }, signal) {
  const refined = await Promise.all(
    members.map(async (member) => {
      const zero = member.alignNs[align];
      const inView = { startNs: range.startNs + zero, endNs: range.endNs + zero };
      const isFiner = await Promise.all([
        refinePackets(api, member, inView, signal),
        refineSenders(api, member, inView, widthPx, signal),
      ]);
      return isFiner.includes(true);
    }),
  );
  return refined.includes(true);
}

/**
 * @param {Api} api
 * @param {import('./member.js').Member} member
 * @param {import('../../plot/time-scale.js').TimeRange} inView
 * @param {AbortSignal} signal
 */
async function refinePackets(api, member, inView, signal) {
  const { full } = member;
  const range = full && finerPart(full.columns, inView);
  if (full === null || range === null) return false;
  const columns = packetColumns(
    decodeColumnFrame(await api.packets(member.of.id, member.flow, { sketch: true, range }, signal)),
  );
  member.model = member.full = await modelOf(full.flow, columns);
  return true;
}

/**
 * @param {Api} api
 * @param {import('./member.js').Member} member
 * @param {import('../../plot/time-scale.js').TimeRange} inView
 * @param {number} widthPx
 * @param {AbortSignal} signal
 */
async function refineSenders(api, member, inView, widthPx, signal) {
  const { senders } = member;
  const range = finerRange(senders, member.direction, inView, widthPx);
  if (senders === null || range === null) return false;
  senders.detail = await senderData(decodeColumnFrame(await api.senderFrame(member.of.id, member.flow, range, signal)));
  return true;
}

/** @param {Api} api @param {string} id @param {number} drawn @param {AbortSignal} signal */
async function loadConnection(api, id, drawn, signal) {
  const [described, columns] = await Promise.all([
    api.connection(id, drawn, signal),
    drawnPackets(api, id, drawn, signal),
  ]);
  const fragments = described.mux ? decodeColumnFrame(await api.streams(id, drawn, signal)) : null;
  return { fragments, model: await modelOf(described, columns) };
}

/**
 * All packets; of a connection too long for that those that make its picture.
 * @param {Api} api @param {string} id @param {number} flow @param {AbortSignal} signal
 */
async function drawnPackets(api, id, flow, signal) {
  const first = packetColumns(decodeColumnFrame(await api.packets(id, flow, { sketch: true }, signal)));
  return first.sketch === null || isPartial(first)
    ? first
    : packetColumns(decodeColumnFrame(await api.packets(id, flow, { sketch: false }, signal)));
}

/**
 * Times of day are not shown here.
 * @param {import('../../state/answer-types.js').Connection} described
 * @param {import('../connection/data/packet-columns.js').PacketColumns} columns
 */
const modelOf = async (described, columns) =>
  createModel(described, columns, [], null, await seriesInPieces(columns, null));

/** @param {Api} api @param {string} id @param {AbortSignal} signal */
async function largestConnection(api, id, signal) {
  const {
    rows: [row],
  } = await api.connections(id, { sort: 'bytes', order: 'desc', text: '', offset: 0, limit: 1 }, signal);
  if (row === undefined) {
    throw new Error('One of the captures has no connection to compare; remove it.');
  }
  return row.flow;
}
