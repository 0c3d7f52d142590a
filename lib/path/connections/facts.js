import { TCP } from '../../transport/tcp/header.js';

/** @typedef {import('../rows.js').Rows} Rows */
/** @typedef {import('../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */

/** Data packets of each end whose lengths tell connections apart. */
const FIRST_LENGTHS = 4;
/** Rows that are looked at for them. */
const FIRST_ROWS = 64;

/**
 * A connection as one capture shows it, in what can be compared with another's. Pairs are by direction: 0 the client's.
 * @typedef {object} Facts
 * @property {number} flow index
 * @property {0|1} client the client's endpoint
 * @property {boolean} isRoleGuessed
 * @property {[string, string]} ends address and port
 * @property {[string, string]} ports
 * @property {[number, number]} bases wire sequence numbers of offset 0
 * @property {[boolean, boolean]} hasSyn whether offset 0 is the SYN
 * @property {[number, number]} stamps timestamps of the first packets; 0 without
 * @property {string} lengths of the first data packets
 * @property {number} startNs
 * @property {number} packets
 */

/**
 * @param {TcpTransport} tcp @param {Rows} rows @param {number} flow index
 * @returns {Facts}
 */
export function factsOf({ flows }, rows, flow) {
  const client = flows.clientEndpoint(flow);
  const ends = [flows.endpoint(flow, client), flows.endpoint(flow, 1 - client)];
  const ways = [flows.direction(flow, client), flows.direction(flow, 1 - client)];
  const { startNs, packets } = flows.at(flow);
  return {
    flow,
    client,
    isRoleGuessed: flows.isRoleGuessed(flow),
    ends: [`${ends[0].address} ${ends[0].port}`, `${ends[1].address} ${ends[1].port}`],
    ports: [String(ends[0].port), String(ends[1].port)],
    bases: [ways[0].baseSeq, ways[1].baseSeq],
    hasSyn: [ways[0].syns > 0, ways[1].syns > 0],
    startNs,
    packets,
    ...openingOf(rows, flows.at(flow).firstRow, client),
  };
}

/** @param {Rows} rows @param {number} firstRow @param {0|1} client @returns {Pick<Facts, 'stamps' | 'lengths'>} */
function openingOf(rows, firstRow, client) {
  /** @type {[number, number]} */
  const stamps = [0, 0];
  /** @type {[number[], number[]]} */
  const lengths = [[], []];
  for (let row = firstRow, seen = 0; row >= 0 && seen < FIRST_ROWS; row = rows.next(row), seen++) {
    const direction = (rows.flowEnd(row) & 1) === client ? 0 : 1;
    if (stamps[direction] === 0 && (rows.flags(row) & TCP.SYN) !== 0) stamps[direction] = rows.tsValue(row);
    const own = lengths[direction];
    if (rows.length(row) > 0 && own.length < FIRST_LENGTHS) own.push(rows.length(row));
  }
  return { stamps, lengths: lengths.every((own) => own.length === 0) ? '' : lengths.map(String).join('/') };
}

/**
 * The same connection with the ends exchanged: which of them is the client may have been guessed.
 * @param {Facts} facts @returns {Facts}
 */
export const exchanged = (facts) => ({
  ...facts,
  client: facts.client === 0 ? 1 : 0,
  ends: [facts.ends[1], facts.ends[0]],
  ports: [facts.ports[1], facts.ports[0]],
  bases: [facts.bases[1], facts.bases[0]],
  hasSyn: [facts.hasSyn[1], facts.hasSyn[0]],
  stamps: [facts.stamps[1], facts.stamps[0]],
});
