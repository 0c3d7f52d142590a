/** Fetches the connections that are compared. */
import { decodeColumnFrame } from '../../../lib/columns/column-frame.js';
import { createModel } from '../connection/model.js';
import { packetColumns } from '../connection/packet-columns.js';
import { senderData } from '../connection/sender-data.js';
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
  return of.map((member, i) => createMember({
    of: member, letter: String.fromCharCode(65 + i), name: compared[i].name, summary: compared[i].summary, difference: compared[i].difference, ...connections[i],
  }));
}

/**
 * What held each one's data back, which takes the server longer than all else: it comes when it comes.
 * @param {Api} api @param {import('./member.js').Member[]} members @param {AbortSignal} signal
 */
export async function loadCauses(api, members, signal) {
  await Promise.all(members.map(async (member) => {
    const senders = await senderData(decodeColumnFrame(await api.senderFrame(member.of.id, member.flow, null, signal)));
    const sums = senders.of[member.direction].sums({ startNs: member.alignNs.request, endNs: member.endNs });
    member.heldBack = sums.find(({ cause }) => cause !== 'idle' && cause !== 'handshake') ?? null;
  }));
}

/** @param {Api} api @param {MemberId} member @param {AbortSignal} signal */
async function loadConnection(api, { id, flow }, signal) {
  const drawn = flow ?? await largestConnection(api, id, signal);
  const [capture, described, packets] = await Promise.all([api.capture(id, signal), api.connection(id, drawn, signal), api.packets(id, drawn, { sketch: false }, signal)]);
  const fragments = described.mux ? decodeColumnFrame(await api.streams(id, drawn, signal)) : null;
  return { flow: drawn, fragments, model: createModel(described, packetColumns(decodeColumnFrame(packets)), [], capture.startEpoch) };
}

/** @param {Api} api @param {string} id @param {AbortSignal} signal */
async function largestConnection(api, id, signal) {
  const { rows: [row] } = await api.connections(id, { sort: 'bytes', order: 'desc', text: '', offset: 0, limit: 1 }, signal);
  if (row === undefined) throw new Error('One of the captures has no TCP connection that could be compared; take it out.');
  return row.flow;
}
