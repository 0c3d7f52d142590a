/**
 * Packets of one connection as the page gets them, from short descriptions:
 *
 *   { at: 30, from: 'server', seq: 1, bytes: 100 }             milliseconds, 100 bytes of payload
 *   { at: 60, from: 'client', ack: 101, window: 5000, rtt: 30, sack: [[201, 301]] }
 *   { at: 90, from: 'server', seq: 1, bytes: 100, verdict: 'retransmission', kind: 'rto', needed: false, evidence:
 *   ['dsack'] }
 */
import { packetColumns } from '../../../client/views/connection/data/packet-columns.js';
import { pathData } from '../../../client/views/connection/data/path-data.js';
import { decodeColumnFrame, encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { ANALYSIS, ANALYSIS_FLAGS } from '../../../lib/transport/tcp/analysis-flags.js';
import { EVIDENCES } from '../../../lib/transport/tcp/evidence.js';
import { judgement, KINDS, VERDICTS } from '../../../lib/transport/verdict.js';

/** @type {(string|null)[]} */
const VERDICT_NAMES = [...VERDICTS];

/**
 * @typedef {{ at: number, from: 'client'|'server', seq?: number, ack?: number, bytes?: number, window?: number, flags?:
 *   number, rtt?: number,
 *   inFlight?: number, analysis?: import('../../../lib/transport/tcp/analysis-flags.js').AnalysisFlag[], verdict?:
 *   string, sack?: [number, number][], kind?: string, needed?: boolean|null, evidence?: string[], confidence?: number,
 *   ecn?: number }} Packet
 */

/** @param {Packet[]} packets @param {{ verdicts?: boolean }} [options] */
export function columnsOf(packets, { verdicts = true } = {}) {
  const all = packets.flatMap(({ sack = [] }) => sack);
  let block = 0;
  const sackIndex = packets.map(({ sack = [] }) => {
    const index = block;
    block += sack.length;
    return index;
  });
  const verdict = packets.map((packet) =>
    packet.verdict ? VERDICT_NAMES.indexOf(packet.verdict) : Number(Boolean(packet.bytes)),
  );
  const bytes = encodeColumnFrame({
    kind: 'packets',
    rows: packets.length,
    meta: {
      analysisFlags: [...ANALYSIS_FLAGS],
      ...(verdicts ? { verdicts: VERDICT_NAMES, retransmissionKinds: KINDS, evidence: EVIDENCES } : {}),
    },
    columns: {
      frame: Uint32Array.from(packets, (_, i) => i + 1),
      time: Float64Array.from(packets, ({ at }) => at * 1e6),
      direction: Uint8Array.from(packets, ({ from }) => Number(from === 'server')),
      seq: Float64Array.from(packets, ({ seq = 1 }) => seq),
      ack: Float64Array.from(packets, ({ ack = -1 }) => ack),
      length: Uint32Array.from(packets, ({ bytes: length = 0 }) => length),
      window: Uint32Array.from(packets, ({ window = 10_000 }) => window),
      flags: Uint16Array.from(packets, ({ flags = 16 }) => flags),
      analysis: Uint32Array.from(packets, ({ analysis = [] }) =>
        analysis.reduce((bits, name) => bits | ANALYSIS[name], 0),
      ),
      verdict: Uint8Array.from(verdict),
      judgement: Uint8Array.from(packets, ({ kind, needed }) =>
        kind ? judgement(KINDS.indexOf(/** @type {any} */ (kind)), needed == null ? null : !needed) : 0,
      ),
      evidence: Uint16Array.from(packets, ({ evidence = [] }) =>
        evidence.reduce((bits, name) => bits | (1 << EVIDENCES.indexOf(/** @type {any} */ (name))), 0),
      ),
      confidence: Uint8Array.from(packets, ({ confidence = 0 }) => Math.round(confidence * 255)),
      ecn: Uint8Array.from(packets, ({ ecn = 0 }) => ecn),
      sackIndex: Uint32Array.from(sackIndex),
      sackCount: Uint8Array.from(packets, ({ sack = [] }) => sack.length),
      sackLeft: Float64Array.from(all, ([left]) => left),
      sackRight: Float64Array.from(all, ([, right]) => right),
    },
  });
  return packetColumns(decodeColumnFrame(/** @type {ArrayBuffer} */ (bytes.buffer)));
}

/**
 * A handshake, four segments of which the second is lost and retransmitted, and their acknowledgements.
 * @type {Packet[]}
 */
export const ONE_LOSS = [
  { at: 0, from: 'client', seq: 0, flags: 2, window: 64_000 },
  { at: 10, from: 'server', seq: 0, ack: 1, flags: 18, window: 64_000 },
  { at: 20, from: 'client', ack: 1, rtt: 10 },
  { at: 20, from: 'server', seq: 1, ack: 1, bytes: 100, inFlight: 100 },
  { at: 21, from: 'server', seq: 101, ack: 1, bytes: 100, inFlight: 200 },
  { at: 22, from: 'server', seq: 201, ack: 1, bytes: 100, inFlight: 300 },
  { at: 23, from: 'server', seq: 301, ack: 1, bytes: 100, flags: 24, inFlight: 400 },
  { at: 40, from: 'client', ack: 101, rtt: 20 },
  { at: 42, from: 'client', ack: 101, analysis: ['duplicate_ack'], sack: [[201, 301]] },
  { at: 43, from: 'client', ack: 101, analysis: ['duplicate_ack'], sack: [[201, 401]] },
  {
    at: 44,
    from: 'server',
    seq: 101,
    ack: 1,
    bytes: 100,
    verdict: 'retransmission',
    analysis: ['retransmission', 'fast_retransmission'],
    inFlight: 300,
  },
  { at: 64, from: 'client', ack: 401, rtt: 20 },
];

/**
 * What the server would tell of the path: the samples that the packets name, in flight what they say.
 * @param {Packet[]} packets
 * @returns {Promise<import('../../../client/views/connection/data/path-data.js').PathData>}
 */
export function pathOf(packets) {
  const vantage = { place: 'sender', confidence: 1, senderNs: 0, receiverNs: null, meanings: [] };
  const meta = { methods: ['sequence_ack'], vantages: [vantage, vantage] };
  const rows = packets.map((packet, i) => ({ ...packet, frame: i + 1, direction: Number(packet.from === 'server') }));
  const samples = rows.filter(({ rtt }) => rtt !== undefined);
  const flights = rows.filter(({ inFlight }) => inFlight !== undefined);
  const frame = (
    /** @type {string} */ kind,
    /** @type {any[]} */ of,
    /** @type {Record<string, (row: any) => number>} */ columns,
  ) =>
    /** @type {any} */ ({
      kind,
      rows: of.length,
      meta,
      columns: Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, Float64Array.from(of, read)])),
    });
  return pathData(
    frame('rtt', samples, {
      time: ({ at }) => at * 1e6,
      rtt: ({ rtt }) => rtt * 1e6,
      direction: ({ direction }) => 1 - direction,
      method: () => 0,
      frame: (row) => row.frame,
    }),
    frame('flight', flights, {
      time: ({ at }) => at * 1e6,
      bytes: ({ inFlight }) => inFlight,
      direction: ({ direction }) => direction,
      confidence: () => 255,
      frame: (row) => row.frame,
    }),
  );
}
