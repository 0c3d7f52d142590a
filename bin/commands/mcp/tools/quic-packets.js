import * as z from 'zod';

import { described } from '../described.js';
import { kept } from '../kept.js';
import { anyIndexOf } from './tool.js';

/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */
/** @typedef {import('../../../../lib/analysis/quic/opened-quic.js').OpenedQuic} OpenedQuic */

/** A packet of QUIC; null is what is not known without keys. */
export const quicPacket = () =>
  z.object({
    frame: z.number(),
    index: z.number().describe('place in the datagram, from 0'),
    timeSeconds: z.number(),
    direction: z.string(),
    type: z.string().describe('initial, handshake, 0rtt, 1rtt, retry, version_negotiation or stateless_reset'),
    space: z.string().nullable().describe('packet number space'),
    packetNumber: z.number().nullable(),
    packetBytes: z.number(),
    datagramBytes: z.number(),
    decrypted: z.boolean(),
    ackEliciting: z.boolean().nullable(),
    frames: z.array(z.unknown()).describe('frames in it, with their fields'),
    verdict: z.string().nullable(),
    lossCause: z.string().nullable(),
    probe: z.boolean().nullable(),
    resends: z.array(z.unknown()).describe('stream data of earlier packets that it carries again'),
    rttSeconds: z.number().nullable(),
    bytesInFlight: z.number().nullable(),
  });

/**
 * The packets of a connection of QUIC.
 * @param {OpenCapture} open @param {string} name
 * @returns {Promise<{ times: ArrayLike<number>, count: number, row: (at: number) => Record<string, unknown> }>} times
 *   in ns
 * @throws {import('../answer.js').ToolError} there is no such connection
 */
export async function quicPacketsOf(open, name) {
  const index = open.connections.quicIndexOf(anyIndexOf(open, name));
  const quic = /** @type {OpenedQuic} */ (await open.analysis.openQuic());
  const { columns, rows: count } = kept(open, 'quic packets', index, () => quic.packets(index));
  const times = /** @type {ArrayLike<number>} */ (columns.time);
  return { times, count, row: (at) => toldPacket(quic.rows(index, at, 1).rows[0]) };
}

/** @param {ReturnType<OpenedQuic['rows']>['rows'][number]} packet */
function toldPacket({ frame, index, time, direction, type, space, pn, len, datagramLen, ...packet }) {
  return {
    ...{ frame, index, timeSeconds: time, direction, type, space },
    ...{ packetNumber: pn, packetBytes: len, datagramBytes: datagramLen },
    ...{ decrypted: packet.decrypted, ackEliciting: packet.ackEliciting },
    frames: described(packet.frames.map(inBytes)),
    ...{ verdict: packet.verdict, lossCause: packet.lossCause, probe: packet.probe },
    resends: described(packet.resends.map(inBytes)),
    ...{ rttSeconds: packet.rtt, bytesInFlight: packet.bytesInFlight },
  };
}

/**
 * A stream's offset is in bytes, others are times.
 * @param {object} frame
 */
const inBytes = (frame) =>
  Object.fromEntries(Object.entries(frame).map(([name, value]) => [name === 'offset' ? 'offsetBytes' : name, value]));
