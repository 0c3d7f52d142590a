/** Fetches the connections that are compared. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { createModel, seriesInPieces } from '../connection/data/model.js';
import { packetColumns } from '../connection/data/packet-columns.js';
import { finerPart, isPartial } from '../connection/data/partial-packets.js';
import { finerRange, senderData } from '../connection/data/sender-data.js';
import { createMember } from './member.js';
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
  const connections = await Promise.all(of.map((member) => loadConnection(api, member, signal)));
  return of.map((member, i) =>
    createMember({
      of: member,
      letter: String.fromCharCode(65 + i),
      name: compared[i].name,
      summary: compared[i].summary,
      difference: compared[i].difference,
      ...connections[i],
    }),
  );
}

/** Nothing that held data back, as far as shows. */
const UNTOLD = ['idle', 'handshake', 'not_observable'];

/**
 * What held each one's data back, which takes the server longer than all else: it comes when it comes.
 * @param {Api} api @param {import('./member.js').Member[]} members @param {AbortSignal} signal
 */
export async function loadCauses(api, members, signal) {
  await Promise.all(
    members.map(async (member) => {
      const senders = await senderData(
        decodeColumnFrame(await api.senderFrame(member.of.id, member.flow, null, signal)),
      );
      const sums = senders.of[member.direction].sums({ startNs: member.alignNs.request, endNs: member.endNs });
      member.senders = senders;
      member.heldBack = sums.find(({ cause }) => !UNTOLD.includes(cause)) ?? null;
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
  const range = finerPart(member.model.columns, inView);
  if (range === null) return false;
  const columns = packetColumns(
    decodeColumnFrame(await api.packets(member.of.id, member.flow, { sketch: true, range }, signal)),
  );
  member.model = await modelOf(member.model.flow, columns);
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

/** @param {Api} api @param {MemberId} member @param {AbortSignal} signal */
async function loadConnection(api, { id, flow }, signal) {
  const drawn = flow ?? (await largestConnection(api, id, signal));
  const [described, columns] = await Promise.all([
    api.connection(id, drawn, signal),
    drawnPackets(api, id, drawn, signal),
  ]);
  const fragments = described.mux ? decodeColumnFrame(await api.streams(id, drawn, signal)) : null;
  return { flow: drawn, fragments, model: await modelOf(described, columns) };
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
    throw new Error('One of the captures has no TCP connection to compare; remove it.');
  }
  return row.flow;
}
