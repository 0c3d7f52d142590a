import { EPOCH_SECONDS } from './pcap-tap.js';
import { ackNumber, wireNumber } from './frame.js';

/** @typedef {import('../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../tcp/segment.js').Segment} Segment */

const NS_PER_SECOND = 1e9;
const INFINITE_SSTHRESH = 2_147_483_647;
/** As Linux numbers what its timer is set for. */
const PENDING = { retransmit: 1, persist: 3, probe: 5, reorder: 6 };

export const TRUTH_COLUMNS = ['time_s', 'conn', 'ev', 'snd_cwnd_pkts', 'ssthresh', 'srtt_us', 'snd_wnd', 'seq', 'ack', 'len', 'flags', 'win', 'segs', 'snd_una', 'snd_nxt', 'write_seq', 'rcv_nxt',
  'packets_out', 'sacked_out', 'lost_out', 'retrans_out', 'ca_state', 'pending', 'rto_ms', 'backoff', 'rttvar_us', 'mss', 'high_seq', 'tcp_state', 'in_flight_pkts', 'limit', 'cc', 'arg0', 'arg1', 'retx', 'needed'];

/** @param {number} ns @returns {string} seconds since 1970, with nine digits behind the point */
function epochSeconds(ns) {
  return `${EPOCH_SECONDS + Math.floor(ns / NS_PER_SECOND)}.${String(ns % NS_PER_SECOND).padStart(9, '0')}`;
}

/** @param {Segment} segment a retransmission @returns {'0'|'1'} 1: all earlier sendings were lost */
function needed(segment) {
  for (let earlier = segment.previous; earlier; earlier = earlier.previous) if (!earlier.dropped) return '0';
  return '1';
}

/** Keeps what every sender knows at every event, in the columns of the truth that is recorded of Linux. */
export class TruthRecorder {
  /** Rows but for the last column, which is known at the end. @type {{ text: string, segment: Segment|null }[]} */
  #rows = [];

  /** @type {import('../tcp/endpoint.js').Observer} */
  observe = (endpoint, ev, { segment, retransmission = '', arg0 = 0, arg1 = 0 }) => {
    const time = epochSeconds(endpoint.events.nowNs), { local, remote } = endpoint, own = this.#own(endpoint);
    const wire = segment ? [wireNumber(segment.from.isn, segment.start), ackNumber(segment), segment.length, segment.flags, segment.windowField, 1] : [0, 0, 0, 0, 0, 0];
    const row = [time, `${local.address}:${local.port}>${remote.address}:${remote.port}`, ev, ...own.before, ...wire, ...own.after, arg0, arg1, retransmission];
    this.#rows.push({ text: row.join(','), segment: segment?.previous ? segment : null });
  };

  /** @param {Endpoint} endpoint */
  #own({ sender, receiver, isn, peer, state, mss, features }) {
    const { queue, window, recovery, rtt } = sender, microseconds = (/** @type {number} */ ns) => Math.round(ns / 1e3);
    const at = (/** @type {number} */ offset) => wireNumber(isn, offset);
    return {
      before: [window.cwnd, window.ssthresh === Infinity ? INFINITE_SSTHRESH : window.ssthresh, microseconds(rtt.srttNs), sender.peerWindowBytes],
      after: [at(sender.una), at(sender.nxt), at(sender.written), peer ? wireNumber(peer.isn, receiver.queue.next) : 0, queue.packetsOut, queue.sackedOut, queue.lostOut, queue.retransOut,
        recovery.state, sender.isTimerSet ? PENDING[sender.timerKind] : 0, Math.round(rtt.rtoNs / 1e6), rtt.backoff, microseconds(4 * rtt.variationNs), mss, at(recovery.highOffset), state,
        queue.inFlight, sender.limit, features.congestionControl],
    };
  }

  /** @returns {string} the whole of truth.csv */
  csv() {
    return `${TRUTH_COLUMNS.join(',')}\n${this.#rows.map(({ text, segment }) => `${text},${segment ? needed(segment) : ''}\n`).join('')}`;
  }
}
