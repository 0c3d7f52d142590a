import { DIR, DIR_F, FLOW, FLOW_F } from '../engine/flow-fields.js';
import { flowState, seconds } from '../tcpflow/describe/describe-flow.js';

/** @typedef {import('../tcpflow/tables/flow-table.js').FlowTable} FlowTable */
/**
 * @typedef {Pick<import('../protocols/message-analysis.js').MessageAnalysis,
 *   'counts'|'protocolOf'|'searchTexts'|'firstRequest'|'tlsOf'>} Messages
 */
/** @typedef {ReturnType<import('../shared/filter/compile.js').Connection['value']>} Value */

const CLIENT = 'client.';
const SERVER = 'server.';

/**
 * A connection in the table of connections: its line, and the values by which the table is sorted, searched and
 * filtered.
 */
export class ConnectionValues {
  #flows;
  #messages;
  #namesOf;

  /**
   * @param {FlowTable} flows
   * @param {Messages} messages
   * @param {(index: number) => import('./flow-names.js').FlowNames|null} namesOf
   */
  constructor(flows, messages, namesOf) {
    this.#flows = flows;
    this.#messages = messages;
    this.#namesOf = namesOf;
  }

  /** A line of the connections table (docs/protocol.md: Row) without verdict and activity. @param {number} index */
  row(index) {
    const flows = this.#flows;
    const client = flows.clientEndpoint(index);
    const server = 1 - client;
    const both = (/** @type {number} */ field) => [
      flows.dirInt(index, client, field),
      flows.dirInt(index, server, field),
    ];
    const first = this.#messages.firstRequest(index);
    const names = this.#namesOf(index);
    return {
      flow: flows.number(index),
      client: flows.endpoint(index, client),
      server: flows.endpoint(index, server),
      roleGuessed: flows.isRoleGuessed(index),
      state: flowState(flows, index),
      start: seconds(flows.float(index, FLOW_F.START)),
      end: seconds(flows.float(index, FLOW_F.END)),
      packets: both(DIR.PACKETS),
      bytes: [flows.dirFloat(index, client, DIR_F.BYTES), flows.dirFloat(index, server, DIR_F.BYTES)],
      retransmissions: both(DIR.RETRANSMITTED_PACKETS),
      ...this.rttRange(index),
      requests: this.#messages.counts(index).requests,
      protocol: this.#messages.protocolOf(index),
      clientName: names?.client?.name ?? null,
      serverName: names?.server?.name ?? null,
      firstTarget: first?.target ?? null,
      firstHost: first?.host ?? null,
    };
  }

  /** @param {number} index @param {string} key one of docs/protocol.md's sort keys @returns {number|string} */
  sortValue(index, key) {
    const flows = this.#flows;
    switch (key) {
      case 'client':
        return endpointText(flows.endpoint(index, flows.clientEndpoint(index)));
      case 'server':
        return endpointText(flows.endpoint(index, 1 - flows.clientEndpoint(index)));
      case 'state':
        return flowState(flows, index);
      case 'start':
        return flows.float(index, FLOW_F.START);
      case 'duration':
        return this.#durationNs(index);
      case 'packets':
        return flows.int(index, FLOW.PACKETS);
      case 'bytes':
        return this.#sum(index, 'bytes');
      case 'retransmissions':
        return this.#sum(index, 'retransmissions');
      case 'rtt':
        return this.rttRange(index).rttMin ?? -1;
      case 'requests':
        return this.#messages.counts(index).requests;
      default:
        return flows.number(index);
    }
  }

  /** Lower-case text that a search looks through. @param {number} index */
  searchText(index) {
    const flows = this.#flows;
    const parts = [
      endpointText(flows.endpoint(index, 0)),
      endpointText(flows.endpoint(index, 1)),
      flowState(flows, index),
      ...this.#names(index),
      ...this.#messages.searchTexts(index),
    ];
    return parts.join('\n').toLowerCase();
  }

  /** What the ends are called. @param {number} index @returns {string[]} */
  #names(index) {
    const names = this.#namesOf(index);
    return [names?.client?.name, names?.server?.name].filter((name) => name !== undefined);
  }

  /**
   * Smallest and largest sample of either direction, seconds: at an end of the path one of them sees almost no delay,
   * so the wider one is shown.
   * @param {number} index
   */
  rttRange(index) {
    const flows = this.#flows;
    let rttMin = null;
    let rttMax = null;
    for (let endpoint = 0; endpoint < 2; endpoint++) {
      if (flows.dirInt(index, endpoint, DIR.RTT_SAMPLES) === 0) continue;
      const min = seconds(flows.dirFloat(index, endpoint, DIR_F.RTT_MIN));
      if (rttMin !== null && min <= rttMin) continue;
      rttMin = min;
      rttMax = seconds(flows.dirFloat(index, endpoint, DIR_F.RTT_MAX));
    }
    return { rttMin, rttMax };
  }

  /** @param {number} index @returns {Omit<import('../shared/filter/compile.js').Connection, 'text'>} */
  filtered(index) {
    return {
      value: (name) => this.#value(index, name),
      whole: (name) => this.#ofDirections(index, name, 'dataPackets'),
    };
  }

  /** @param {number} index @param {string} name one of lib/shared/filter/fields.js @returns {Value} */
  #value(index, name) {
    const flows = this.#flows;
    const client = flows.clientEndpoint(index);
    switch (name) {
      case 'flow':
        return flows.number(index);
      case 'client':
        return flows.endpoint(index, client).address;
      case 'server':
        return flows.endpoint(index, 1 - client).address;
      case 'address':
        return [flows.endpoint(index, 0).address, flows.endpoint(index, 1).address];
      case 'client.port':
        return flows.endpoint(index, client).port;
      case 'server.port':
        return flows.endpoint(index, 1 - client).port;
      case 'port':
        return [flows.endpoint(index, 0).port, flows.endpoint(index, 1).port];
      case 'state':
        return flowState(flows, index);
      case 'guessed':
        return flows.isRoleGuessed(index);
      case 'protocol':
        return this.#messages.protocolOf(index);
      case 'host':
        return [
          ...this.#names(index),
          ...this.#messages.searchTexts(index).map((text) => text.slice(0, text.indexOf(' '))),
        ].filter((host) => host !== '');
      case 'target':
        return this.#messages.searchTexts(index).map((text) => text.slice(text.indexOf(' ') + 1));
      case 'tls.sni':
        return this.#messages.tlsOf(index)?.sni ?? null;
      case 'tls.version':
        return this.#messages.tlsOf(index)?.version ?? null;
      case 'tls.handshake.ja4':
        return this.#messages.tlsOf(index)?.ja4 ?? null;
      case 'requests':
        return this.#messages.counts(index).requests;
      default:
        return this.#figure(index, name);
    }
  }

  /** @param {number} index @param {string} name @returns {Value} seconds, bytes, bits a second, packets */
  #figure(index, name) {
    switch (name) {
      case 'rtt':
        return this.rttRange(index).rttMin;
      case 'rtt.max':
        return this.rttRange(index).rttMax;
      case 'start':
        return this.#flows.float(index, FLOW_F.START) / 1e9;
      case 'duration':
        return this.#durationNs(index) / 1e9;
      case 'rate':
        return this.#durationNs(index) > 0 ? (8e9 * this.#sum(index, 'bytes')) / this.#durationNs(index) : null;
      default:
        return this.#ofDirections(index, name, name.replace(/^(client|server)\./, ''));
    }
  }

  /** @param {number} index */
  #durationNs(index) {
    return this.#flows.durationNs(index);
  }

  /**
   * @param {number} index
   * @param {string} name whose beginning says which direction, none: both
   * @param {string} figure
   */
  #ofDirections(index, name, figure) {
    const client = this.#flows.clientEndpoint(index);
    if (name.startsWith(CLIENT)) return this.#sent(index, client, figure);
    return name.startsWith(SERVER) ? this.#sent(index, 1 - client, figure) : this.#sum(index, figure);
  }

  /** @param {number} index @param {string} figure */
  #sum(index, figure) {
    return this.#sent(index, 0, figure) + this.#sent(index, 1, figure);
  }

  /** @param {number} index @param {number} endpoint @param {string} figure */
  #sent(index, endpoint, figure) {
    const flows = this.#flows;
    switch (figure) {
      case 'packets':
        return flows.dirInt(index, endpoint, DIR.PACKETS);
      case 'dataPackets':
        return flows.dirInt(index, endpoint, DIR.DATA_PACKETS);
      case 'retransmissions':
        return flows.dirInt(index, endpoint, DIR.RETRANSMITTED_PACKETS);
      case 'reordered':
        return flows.dirInt(index, endpoint, DIR.REORDERED_PACKETS);
      case 'bytes':
        return flows.dirFloat(index, endpoint, DIR_F.BYTES);
      default:
        throw new Error(`no figure of a direction is called ${figure}`);
    }
  }
}

/** @param {{ address: string, port: number }} endpoint */
const endpointText = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);
