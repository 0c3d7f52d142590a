import { describeQuicSenders } from '../../insight/describe/describe-quic-senders.js';
import { describeTime, describeWaits } from '../../insight/describe/describe-time.js';
import { quicFindingsOf, quicUnobservableIn } from '../../insight/findings/quic/quic-findings.js';
import { MAX_OPENED_PACKETS } from '../../insight/findings/worth-examining.js';
import { quicLedgerOf } from '../../insight/ledger/quic/quic-ledger.js';
import { SenderLimits } from '../../insight/sender/sender-limits.js';
import { windowAt } from '../../insight/sender/window-at.js';
import { isErrorClose } from '../../quicflow/describe/close-name.js';
import { describeQuicConnection, idleTimeoutNs, quicSentence } from '../../quicflow/describe/describe-connection.js';
import { describeQuicConnectionPackets } from '../../quicflow/describe/describe-packets.js';
import { describeQuicStreams } from '../../quicflow/describe/describe-streams.js';
import { describeRecovery } from '../../quicflow/recovery/describe-recovery.js';
import { recoveryOf } from '../../quicflow/recovery/of-connection.js';
import { QuicPath } from '../../quicflow/recovery/path.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { flowOfText } from '../../shared/quic-flow.js';
import { describeQlog } from './describe-qlog.js';
import { quicRequestsOf } from './quic-requests.js';
import { quicTimeOf } from './quic-time.js';

/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../../quicflow/connections/connection.js').Connection} Connection */
/** @typedef {import('../../quicflow/recovery/recover.js').Recovery} Recovery */
/** @typedef {import('../../insight/findings/quic/context.js').QuicContext} QuicContext */
/** @typedef {ReturnType<typeof describeQuicConnection>} Described */

const DIRECTIONS = [0, 1];

/** Answers about QUIC's connections, each by its index. */
export class QuicConnections {
  #quic;
  #latestNs;
  #messages;
  #logs;

  /**
   * @param {QuicTracker} quic @param {number} latestNs time of the capture's latest packet
   * @param {import('../../protocols/message-analysis.js').MessageAnalysis|null} [messages] on its streams
   * @param {import('./endpoint-logs.js').EndpointLogs|null} [logs] of ends
   */
  constructor(quic, latestNs, messages = null, logs = null) {
    this.#quic = quic;
    this.#latestNs = latestNs;
    this.#messages = messages;
    this.#logs = logs;
  }

  /** @param {import('../ingest.js').Ingest} ingest @returns {QuicConnections|null} null: there is no QUIC */
  static of({ quic, quicMessages, durationNs, endpointLogs }) {
    return quic === null ? null : new QuicConnections(quic, durationNs, quicMessages, endpointLogs);
  }

  get count() {
    return this.#quic.connections.length;
  }

  /** @param {string} name as users see it @returns {number} index, −1: none has it */
  indexOf(name) {
    return this.#quic.numbers.indexOf(flowOfText(name) ?? -1);
  }

  /** `flows` of `analyze --json`. @param {number} index */
  describe(index) {
    return this.examine(index).described;
  }

  /**
   * The same, with what it was computed from.
   * @param {number} index @param {Recovery} [recovery] what became of its packets, where that is known
   */
  examine(index, recovery = recoveryOf(this.#quic, index)) {
    const described = describeQuicConnection(this.#quic, index, this.#latestNs);
    const [asked, answered] = DIRECTIONS.map((direction) =>
      describeRecovery(recovery, direction, this.#isOpen(index, direction)),
    );
    const path = new QuicPath(recovery);
    const limits = this.#limits(index, path, recovery);
    const context = this.#context(index, described, { path, recovery, limits });
    const findings = quicFindingsOf(context);
    return {
      described: {
        ...described,
        clientToServer: { ...described.clientToServer, ...asked },
        serverToClient: { ...described.serverToClient, ...answered },
        summary: this.#summary(index, findings),
        findings,
        unobservable: quicUnobservableIn(context, findings),
        ...this.#messages?.describeQuic(index),
      },
      /** Round trips as its senders measured them, else by the spin bit, by direction. */
      roundTrips: recovery.directions.map((sent) =>
        this.#isOpen(index, sent.direction) ? path.senderSamples(sent.direction) : spinTrips(sent),
      ),
      /** Losses that the sender declared, by direction. */
      losses: recovery.directions.map((sent) => (this.#isOpen(index, sent.direction) ? sent.losses() : [])),
      limits,
      ledger: () => this.#ledger(index, recovery, limits),
    };
  }

  /** What was found in a connection, worst first. @param {number} index */
  findings(index) {
    return this.examine(index).described.findings;
  }

  /** An object for each direction with data, as `analyze --sender` prints it. @param {number} index */
  describeSenders(index) {
    const recovery = recoveryOf(this.#quic, index);
    const name = this.#quic.numbers.nameOf(index);
    return describeQuicSenders(name, new QuicPath(recovery), recovery.directions).map((sender) => {
      const log = this.#logs?.of(index, sender.direction === 'clientToServer' ? 0 : 1) ?? null;
      return log === null ? sender : { ...sender, qlog: describeQlog(log, sender) };
    });
  }

  /** Whose its time was; linear in its packets. @param {number} index */
  ledger(index) {
    const recovery = recoveryOf(this.#quic, index);
    return this.#ledger(index, recovery, this.#limits(index, new QuicPath(recovery), recovery));
  }

  /**
   * Adds its waits to a sum.
   * @param {{ addQuic: (packets: number, ledger: () => ReturnType<QuicConnections['ledger']>) => void }} sum
   * @param {number} index
   */
  addTo(sum, index) {
    sum.addQuic(this.#quic.connections[index].packets, () => this.ledger(index));
  }

  /** `time` of `analyze --json`; null: it is too long. @param {number} index */
  time(index) {
    return this.#isTooLong(index) ? null : describeTime(this.ledger(index));
  }

  /** What the page shows of it. @param {number} index */
  waits(index) {
    return this.#isTooLong(index) ? null : describeWaits(this.ledger(index));
  }

  /** @param {number} index */
  #isTooLong(index) {
    return this.#quic.connections[index].packets > MAX_OPENED_PACKETS;
  }

  /** @param {number} index @param {Recovery} recovery @param {ReturnType<typeof limitsOf>[]} limits */
  #ledger(index, recovery, limits) {
    return quicLedgerOf(quicTimeOf(this.#quic, index, { recovery, limits }));
  }

  /** The frame and time of each of its packets, in capture order. @param {number} index */
  *framesOf(index) {
    const { frame, timeNs, count } = this.#quic.columnsOf(index);
    for (let i = 0; i < count; i++) yield /** @type {[number, number]} */ ([frame[i], timeNs[i]]);
  }

  /**
   * What its tables and graphs are made of.
   * @param {number} index
   */
  dataOf(index) {
    const connection = this.#quic.connections[index];
    return {
      flow: this.#quic.numbers.nameOf(index),
      ends: /** @type {import('../../export/quic/connection.js').QuicConnectionData['ends']} */ ([
        connection.endpoint(0),
        connection.endpoint(1),
      ]),
      packets: () => describeQuicConnectionPackets(this.#quic, index),
      streams: () => describeQuicStreams(this.#quic, index),
      senders: () => this.describeSenders(index),
      findings: () => this.findings(index),
    };
  }

  /**
   * A connection in a sentence: what it is, and the worst that was found.
   * @param {number} index @param {readonly import('../../insight/findings/finding.js').Finding[]} findings worst first
   */
  #summary(index, [worst]) {
    const is = quicSentence(this.#quic.connections[index]);
    return worst === undefined || worst.severity === 'note' ? is : `${worst.message} (${is})`;
  }

  /** What limited each direction. @param {number} index @param {QuicPath} path @param {Recovery} recovery */
  #limits(index, path, { directions }) {
    return directions.map((sent) => (sent.hasData && this.#isOpen(index, sent.direction) ? limitsOf(path, sent) : []));
  }

  /** @param {number} index @param {number} direction whether its 1-RTT packets were opened */
  #isOpen(index, direction) {
    return this.#quic.connections[index].sent[direction].openedOf[PACKET.ONE_RTT] > 0;
  }

  /**
   * @param {number} index @param {Described} described
   * @param {{ path: QuicPath, recovery: Recovery, limits: ReturnType<typeof limitsOf>[] }} known
   * @returns {QuicContext}
   */
  #context(index, described, { path, recovery, limits }) {
    const connection = this.#quic.connections[index];
    return {
      sent: recovery.directions,
      limits,
      rttNs: path.senderSamples(1).medianNs || path.senderSamples(0).medianNs,
      facts: factsOf(connection, described, quicRequestsOf(this.#quic, index, described, this.#messages)),
      durationNs: connection.endNs - connection.startNs,
    };
  }
}

/** @param {Recovery['directions'][number]} sent */
function spinTrips(sent) {
  const { timeNs, rttNs } = sent.spinSamples();
  return { count: timeNs.length, timeNs, rttNs };
}

/** @param {QuicPath} path @param {Recovery['directions'][number]} sent */
function limitsOf(path, sent) {
  const { maxPacketBytes, direction } = sent;
  const { bursts, cwnd, rttNs } = new SenderLimits(direction, path, maxPacketBytes);
  return sent.limits({ cwndAt: windowAt(bursts, cwnd, maxPacketBytes), packetBytes: maxPacketBytes, rttNs });
}

/**
 * @param {Connection} connection @param {Described} described @param {QuicContext['facts']['requests']} requests
 * @returns {QuicContext['facts']}
 */
function factsOf(
  { startNs, endNs, odcid, paths, handshake, sent, icmpErrors },
  { retry, versionNegotiation, zeroRtt, closed, alpn },
  requests,
) {
  return {
    startNs,
    endNs,
    datagrams: [sent[0].datagrams, sent[1].datagrams],
    hasBeginning: odcid >= 0,
    isClosed: [isClosed(sent[0]), isClosed(sent[1])],
    hasRetry: retry,
    hasVersionNegotiation: versionNegotiation,
    zeroRtt,
    closedBy: /** @type {QuicContext['facts']['closedBy']} */ (closed === null ? null : closed.by),
    close: closed === null || closed.layer === null ? null : closeOf(closed, alpn),
    requests,
    idleTimeoutNs: idleTimeoutNs(handshake),
    paths,
    icmpErrors,
    lastSentNs: [sent[0].endNs, sent[1].endNs],
  };
}

/** @param {NonNullable<Described['closed']>} closed @param {string | null} alpn */
const closeOf = ({ layer, code, name, reason }, alpn) => ({
  name: name ?? `${layer} error ${code}`,
  isError: isErrorClose({ layer, code }, alpn),
  reason,
});

/** @param {Connection['sent'][number]} sent whether it has data, of which nothing was opened */
const isClosed = ({ packetsOf, openedOf }) => packetsOf[PACKET.ONE_RTT] > 0 && openedOf[PACKET.ONE_RTT] === 0;
