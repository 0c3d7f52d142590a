import { namesOf } from '../../protocols/commands/head.js';
import { REQUEST } from '../../protocols/http1/start-line.js';

/** @typedef {{ address: string, port: number }} Place */
/** @typedef {{ flow: number, row: number }} Joined a data connection's index, and the command that it carries */

const PASSIVE = 227;
const EXTENDED_PASSIVE = 229;
const ACTIVE = new Set(['PORT', 'EPRT']);
const TRANSFERS = new Set(['RETR', 'STOR', 'STOU', 'APPE', 'LIST', 'NLST', 'MLSD']);

/**
 * The address in the reply to PASV, or in a PORT (RFC 959): six numbers.
 * @param {string} text @returns {Place | null}
 */
function sixNumbers(text) {
  const found = /(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})/.exec(text);
  if (found === null) return null;
  const [a, b, c, d, high, low] = found.slice(1).map(Number);
  return { address: [a, b, c, d].join('.'), port: high * 256 + low };
}

/**
 * The address of EPRT, or in the reply to EPSV, which has only the port (RFC 2428).
 * @param {string} text @param {string} address where there is none @returns {Place | null}
 */
function extended(text, address) {
  const found = /\|[12]?\|([0-9a-f.:]*)\|(\d{1,5})\|/i.exec(text);
  return found === null ? null : { address: found[1] || address, port: Number(found[2]) };
}

/** @param {Place} place */
const keyOf = ({ address, port }) => `${address} ${port}`;

/** FTP's data connections, each joined to the command on the control connection whose file or list it carries. */
export class FtpTransfers {
  #messages;
  #flows;
  /** What it was found in: rows and connections. */
  #seen = '';
  /** @type {Map<number, Joined>} */
  #byRow = new Map();
  /** @type {Map<number, Joined>} */
  #byFlow = new Map();

  /** @param {import('../ingest.js').Ingest} ingest */
  constructor({ messages, tcp }) {
    this.#messages = messages;
    this.#flows = tcp.flows;
  }

  /** The data connection of a command. @param {number} row of its request @returns {Joined | null} */
  ofCommand(row) {
    this.#refresh();
    return this.#byRow.get(row) ?? null;
  }

  /** What a data connection carries. @param {number} flow index @returns {Joined | null} */
  ofConnection(flow) {
    this.#refresh();
    return this.#byFlow.get(flow) ?? null;
  }

  /** As `ftp` of a data connection in `--json`. @param {number} flow index */
  describe(flow) {
    const joined = this.ofConnection(flow);
    const { table } = this.#messages;
    if (joined === null || table === null) return null;
    const names = namesOf(table, joined.row);
    return {
      control: this.#flows.number(table.flow[joined.row]),
      message: joined.row,
      command: names?.name ?? '',
      target: names?.text ?? '',
    };
  }

  #refresh() {
    const { table } = this.#messages;
    if (table === null || !table.protocols.includes('ftp')) return;
    const seen = `${table.count} ${this.#flows.count}`;
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#byRow.clear();
    this.#byFlow.clear();
    const places = this.#places();
    for (let flow = 0; flow < this.#flows.count; flow++) {
      if (this.#messages.protocolOf(flow) === 'ftp') this.#joinAll(flow, table, places);
    }
  }

  /** Connections by the address and port of each end, in order. @returns {Map<string, number[]>} */
  #places() {
    /** @type {Map<string, number[]>} */
    const places = new Map();
    for (let flow = 0; flow < this.#flows.count; flow++) {
      for (const endpoint of [0, 1]) {
        const key = keyOf(this.#flows.endpoint(flow, endpoint));
        const known = places.get(key);
        if (known === undefined) places.set(key, [flow]);
        else known.push(flow);
      }
    }
    return places;
  }

  /**
   * @param {number} control index of a control connection
   * @param {NonNullable<import('../../protocols/message-analysis.js').MessageAnalysis['table']>} table
   * @param {Map<string, number[]>} places
   */
  #joinAll(control, table, places) {
    const client = this.#flows.clientEndpoint(control);
    const ends = [client, 1 - client].map((endpoint) => this.#flows.endpoint(control, endpoint).address);
    /** Where the next data connection goes to, and since when. @type {{ places: Place[], sinceNs: number } | null} */
    let agreed = null;
    for (const row of table.rowsOf(control)) {
      const names = namesOf(table, row);
      if (names === null) continue;
      if (table.kind[row] === REQUEST && TRANSFERS.has(names.name)) {
        if (agreed !== null) this.#join(row, agreed.places, agreed.sinceNs, places);
        agreed = null;
      }
      const place = placeIn(table.kind[row] === REQUEST, names, ends);
      if (place !== null) agreed = { places: place, sinceNs: table.startNs[row] };
    }
  }

  /** @param {number} row @param {Place[]} agreed @param {number} sinceNs @param {Map<string, number[]>} places */
  #join(row, agreed, sinceNs, places) {
    const flow = agreed
      .flatMap((place) => places.get(keyOf(place)) ?? [])
      .find((one) => this.#flows.at(one).startNs >= sinceNs && !this.#byFlow.has(one));
    if (flow === undefined) return;
    const joined = { flow, row };
    this.#byRow.set(row, joined);
    this.#byFlow.set(flow, joined);
  }
}

/**
 * The address that a command or reply gives for the next data connection; behind NAT it may not be the one in use,
 * which is then the control connection's.
 * @param {boolean} isCommand @param {{ name: string, text: string }} names
 * @param {string[]} ends addresses of the client and the server
 * @returns {Place[] | null}
 */
function placeIn(isCommand, { name, text }, [client, server]) {
  const code = isCommand ? 0 : Number(name);
  if (isCommand ? !ACTIVE.has(name) : code !== PASSIVE && code !== EXTENDED_PASSIVE) return null;
  const own = isCommand ? client : server;
  const place = name === 'EPRT' || code === EXTENDED_PASSIVE ? extended(text, own) : sixNumbers(text);
  return place === null ? null : [place, { address: own, port: place.port }];
}
