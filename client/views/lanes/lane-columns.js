/** Lanes as the page keeps them, from the column frame `overview-lanes` of docs/protocol.md. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';

/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */

/**
 * @typedef {object} LaneMessage
 * @property {number} index of the capture's messages
 * @property {'request'|'response'|'frame'} kind
 * @property {import('../timeline/media-colours.js').MediaType} type of a response
 * @property {string} outcome of a response, in a word; '' it does not say
 * @property {boolean} hasFailed
 * @property {boolean} pipelined
 * @property {boolean} complete
 * @property {boolean} fromClient
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} deliveredNs −1 not known
 * @property {number} paleNs to where its acknowledgement is awaited without hiding the next message of its row
 * @property {string} name of a request, and of the response to it
 * @property {number} row among the messages of its side that overlap in time
 * @property {LaneMessage|null} request of a response
 */

/**
 * @typedef {object} Lane Times in ns, −1 where there is none.
 * @property {number} flow
 * @property {Omit<ConnectionRow, 'activity'|'verdict'>} row
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} handshakeEndNs
 * @property {[number, number]} tlsNs
 * @property {number} halfClosedNs
 * @property {number} closedNs
 * @property {number} resetNs
 * @property {boolean} isWhole whether it holds all packets and messages, whatever the window
 * @property {{ startNs: number, endNs: number, binNs: number }} window that it was asked for
 * @property {{ times: Float64Array, directions: Uint8Array, kinds: Uint16Array, bytes: Uint32Array }} ticks
 * @property {LaneMessage[]} messages by start
 * @property {[fromNs: number, toNs: number][]} waits from the end of a request to the start of its answer
 * @property {[requests: number, responses: number]} depth most messages of a side at once
 */

/**
 * The frame's metadata besides its columns: the names of kinds and types, and of each message.
 * @typedef {{ window: [startNs: number, endNs: number, bins: number], connections: Lane['row'][], messageKinds:
 *   LaneMessage['kind'][],
 *   mediaTypes: LaneMessage['type'][], names: string[], outcomes: string[] }} LanesMeta
 */

/** Most rows that the messages of a side are drawn in, where there is room; more share the last. */
const DEEPEST = 12;

/** @param {ArrayBuffer} buffer @returns {Lane[]} */
export function lanesFrom(buffer) {
  const { meta: given, columns, rows } = decodeColumnFrame(buffer);
  const meta = /** @type {LanesMeta} */ (given);
  const [startNs, endNs, bins] = meta.window;
  const window = { startNs, endNs, binNs: (endNs - startNs) / bins };
  /** @type {Lane[]} */
  const lanes = [];
  let tick = 0;
  let message = 0;
  for (let i = 0; i < rows; i++) {
    const ticksEnd = tick + columns.tickCount[i];
    const messagesEnd = message + columns.messageCount[i];
    const messages = messagesFrom(meta, columns, message, messagesEnd);
    lanes.push({
      flow: columns.flow[i],
      row: meta.connections[i],
      startNs: columns.start[i],
      endNs: columns.end[i],
      handshakeEndNs: columns.handshakeEnd[i],
      tlsNs: [columns.tlsStart[i], columns.tlsEnd[i]],
      halfClosedNs: columns.halfClosed[i],
      closedNs: columns.closed[i],
      resetNs: columns.reset[i],
      isWhole: columns.whole[i] === 1,
      window,
      ticks: {
        times: /** @type {Float64Array} */ (columns.tickTime.slice(tick, ticksEnd)),
        directions: /** @type {Uint8Array} */ (columns.tickDirection.slice(tick, ticksEnd)),
        kinds: /** @type {Uint16Array} */ (columns.tickKinds.slice(tick, ticksEnd)),
        bytes: /** @type {Uint32Array} */ (columns.tickBytes.slice(tick, ticksEnd)),
      },
      messages,
      waits: waitsOf(messages),
      depth: stack(messages),
    });
    tick = ticksEnd;
    message = messagesEnd;
  }
  return lanes;
}

const BIT = { PIPELINED: 1, COMPLETE: 2, FROM_CLIENT: 4, FAILED: 8 };

/**
 * @param {LanesMeta} meta
 * @param {Record<string, import('../../../lib/shared/columns/column-frame.js').Column>} columns
 * @param {number} from
 * @param {number} to
 * @returns {LaneMessage[]}
 */
function messagesFrom(meta, columns, from, to) {
  /** @type {Map<number, LaneMessage>} */
  const byIndex = new Map();
  for (let i = from; i < to; i++) {
    const bits = columns.messageBits[i];
    const index = columns.messageIndex[i];
    byIndex.set(index, {
      index,
      kind: meta.messageKinds[columns.messageKind[i]],
      type: meta.mediaTypes[columns.messageType[i]],
      outcome: meta.outcomes[i],
      hasFailed: (bits & BIT.FAILED) !== 0,
      pipelined: (bits & BIT.PIPELINED) !== 0,
      complete: (bits & BIT.COMPLETE) !== 0,
      fromClient: (bits & BIT.FROM_CLIENT) !== 0,
      startNs: columns.messageStart[i],
      endNs: columns.messageEnd[i],
      deliveredNs: columns.messageDelivered[i],
      name: meta.names[i],
      row: 0,
      request: null,
      paleNs: columns.messageEnd[i],
    });
  }
  for (let i = from; i < to; i++) {
    const message = byIndex.get(columns.messageIndex[i]);
    const pair = byIndex.get(columns.messagePair[i]);
    if (message?.kind !== 'response' || pair?.kind !== 'request') continue;
    message.request = pair;
    message.name = pair.name;
  }
  return [...byIndex.values()];
}

/** @param {LaneMessage[]} messages @returns {[number, number][]} */
function waitsOf(messages) {
  return messages.flatMap(({ request, startNs }) =>
    request && startNs > request.endNs ? [/** @type {[number, number]} */ ([request.endNs, startNs])] : [],
  );
}

/**
 * Messages of a side that are on their way at once get rows of their own.
 * @param {LaneMessage[]} messages by start
 * @returns {[number, number]}
 */
function stack(messages) {
  /** The last message of each row, by side. @type {[LaneMessage[], LaneMessage[]]} */
  const sides = [[], []];
  for (const message of messages) {
    const rows = sides[message.fromClient ? 0 : 1];
    const free = rows.findIndex(({ endNs }) => endNs <= message.startNs);
    message.row = Math.min(DEEPEST - 1, free < 0 ? rows.length : free);
    const before = rows[message.row];
    if (before) before.paleNs = Math.min(before.paleNs, Math.max(before.endNs, message.startNs));
    if (message.kind === 'response') message.paleNs = Math.max(message.endNs, message.deliveredNs);
    rows[message.row] = before && before.endNs > message.endNs ? before : message;
  }
  return [Math.max(1, sides[0].length), Math.max(1, sides[1].length)];
}
