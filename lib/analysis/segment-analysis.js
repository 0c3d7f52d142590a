import { MARK } from './marks.js';
import { ConnectionValues } from './connection-values.js';
import { formatEpoch } from './format-epoch.js';
import { writeNames } from './flow-names.js';
import { verdictOf, verdictRank } from '../insight/findings/capture/verdict.js';
import { LEAST_PACKETS } from '../insight/findings/remarkable.js';
import { Http1Parser } from '../messages/http1/parser.js';
import { MessageAnalysis } from '../messages/message-analysis.js';
import { describeTls } from '../messages/tls/describe.js';
import { KeyLog } from '../messages/tls/key-log.js';
import { describeMux } from '../messages/webmux/summary.js';
import { AddressNames } from '../names/address-names.js';
import { PlainFlowWriter, roundTripsOf } from './plain-flow-writer.js';
import { CaptureActivity, flowActivity } from '../tcpflow/activity.js';
import { createCore } from '../tcpflow/core/core.js';
import { describeFlow, seconds } from '../tcpflow/describe-flow.js';
import { fragment } from '../tcpflow/flow-json-bytes.js';
import { describeJudged } from '../tcpflow/judge/describe-judged.js';
import { Judgements } from '../tcpflow/judge/judgements.js';
import { OverConnections } from '../tcpflow/over-connections.js';
import { captureWarnings, describeReassembly, isRemarkable, reassemblyWarnings, remarkableFlows } from '../tcpflow/reassembly/describe.js';
import { TcpTracker } from '../tcpflow/tracker.js';

/** @typedef {import('../insight/findings/examined-along.js').ExaminedAlong} ExaminedAlong */
/** @typedef {import('../tcpflow/flow-json-bytes.js').JsonBytes} JsonBytes */

/** What the messages add to a connection, with what stands before. */
const KEY = {
  tls: fragment(',"tls":'), http2: fragment(',"http2":'), mux: fragment(',"mux":'),
};

/**
 * @typedef {{ flowCount: number, messages: import('../messages/kept-messages.js').MessageParts, names: Map<string,
 *   import('../names/address-names.js').HeardName[]> }} PlainParts
 */

/** @type {import('../insight/findings/unexamined.js').Examined} */
const NO_FINDINGS = { findings: [] };

/** @typedef {ConstructorParameters<typeof import('./capture-front.js').CaptureFront>[0]} FrontParts */

/**
 * Joins the rooms from the segments on: tables can be read at any moment, while whoever brings the segments goes on. One object for each capture. Apart from
 * `CaptureAnalysis`, which has the way from bytes to segments, as that is 65 modules which the thread that hands on does not need where another one reads.
 */
export class SegmentAnalysis {
  #activity;
  #front;
  #onDns;
  #judgements;
  /**
   * Finds what is ill with connections; without one there are no findings.
   * @type {Pick<import('../insight/findings/unexamined.js').Unexamined, 'examine' | 'examineOpened' | 'plan' | 'overall'> | null}
   */
  examiner = null;
  /** Examines connections that are over while others are still being read; null: nobody does. @type {Pick<ExaminedAlong, 'take' | 'finish' | 'made'> | null} */
  along = null;
  #over;
  #values;
  /** Names of addresses, from the capture alone. */
  #names = new AddressNames();
  /** Writes of a connection what most have. @type {PlainFlowWriter} */
  plain;

  /**
   * @param {object} options
   * @param {boolean} [options.keepMessages] keep each message's fields, not just their number
   * @param {import('../messages/tls/ciphers.js').Ciphers|null} [options.ciphers] for what is encrypted; null: it stays closed
   * @param {KeyLog} [options.keyLog] secrets known beforehand; those embedded in the capture are added
   * @param {import('../tcpflow/reassembly/policy.js').PolicyName} [options.reassembly] which copy counts where segments overlap
   * @param {import('../messages/bodies/collector.js').BodyCollector|null} [options.body] who wants the body of a message
   * @param {number} [options.muxCredit] what WebMUX sessions start with, in place of the assumed credit
   * @param {import('../tcpflow/core/core.js').Core} [options.core]
   * @param {import('../ahead/far-front.js').FarFront | ((parts: FrontParts) => import('./capture-front.js').CaptureFront)} options.front
   *   where another thread reads the capture into the core's memory; else makes the way of its bytes
   */
  constructor({ keepMessages = true, ciphers = null, keyLog = new KeyLog(), reassembly = 'first', body = null, muxCredit, core = createCore(), front }) {
    this.muxCredit = muxCredit;
    this.tcp = new TcpTracker(core);
    this.keyLog = keyLog;
    this.#onDns = (/** @type {Uint8Array} */ bytes, /** @type {number} */ start, /** @type {number} */ end, /** @type {number} */ timeNs) =>
      this.#names.addAnswer(bytes, start, end, timeNs);
    const onServerName = (/** @type {number} */ flow, /** @type {0|1} */ client, /** @type {string} */ name, /** @type {number} */ timeNs) => (
      this.#names.add(this.tcp.flows.endpoint(flow, /** @type {0|1} */ (1 - client)).address, name, 'sni', timeNs));
    this.messages = new MessageAnalysis({
      keep: keepMessages, memory: typeof front === 'function' ? 'own' : 'shared', flows: this.tcp.flows, http1: new Http1Parser(core),
      isInStreams: reassembly === 'first', ciphers, keyLog, body, names: { onDns: this.#onDns, onServerName },
    });
    this.plain = new PlainFlowWriter(this.tcp.flows, this.messages, this.#names, () => this.tcp.flows.takeMessageRoom());
    this.tcp.handTo(this.messages, reassembly);
    this.#front = typeof front !== 'function' ? front : front({
      core, batch: this.tcp.batch, onSegments: () => this.tcp.track(), onSecrets: (secrets) => this.#takeSecrets(secrets),
      onDns: this.#onDns, tableBytes: () => this.tableBytes,
    });
    this.#activity = new CaptureActivity(this.tcp);
    this.#judgements = new Judgements(this.tcp);
    this.#over = new OverConnections(this.tcp, LEAST_PACKETS);
    this.#values = new ConnectionValues(this.tcp.flows, this.messages, (index) => this.namesOf(index));
  }

  /** What another thread that reads the capture found beside segments. @param {import('./capture-front.js').Aside} aside */
  hear({ secrets, dns }) {
    if (secrets.length > 0) this.#takeSecrets(secrets);
    for (const { bytes, timeNs } of dns) this.#onDns(bytes, 0, bytes.length, timeNs);
  }

  /** Keys that came with the capture: from now on more may come. @param {Uint8Array[]} secrets */
  #takeSecrets(secrets) {
    const decoder = new TextDecoder('latin1');
    for (const secret of secrets) this.keyLog.add(decoder.decode(secret));
    this.keyLog.isOpen = true;
  }

  /** What the capture's format tells. */
  get reader() { return this.#front.reader; }

  /** Where whoever reads the capture had best put its bytes. */
  get chunks() { return this.#front.chunks; }

  /** Bytes that connections and packets take; bodies and messages not counted. */
  get tableBytes() { return this.tcp.tableBytes; }

  /**
   * The next bytes of the capture; they may be re-used when this returns.
   * @param {Uint8Array} chunk
   * @throws {import('../capture/capture-error.js').CaptureError} this is no capture
   */
  push(chunk) { this.#front.push(chunk); }

  /**
   * A warning of whoever brings the bytes, as that their gzip is cut.
   * @param {string} code @param {string} message @param {number} [offset] byte of the uncompressed stream
   */
  warn(code, message, offset) { this.#front.warn(code, message, offset); }

  /**
   * No more bytes will come.
   * @throws {import('../capture/capture-error.js').CaptureError} it was empty, or no capture
   */
  end() {
    this.endStreams();
    this.judgeAll();
  }

  /** The first half of `end`: connections and messages are complete, but for what the judge says of packets. @throws as `end` */
  endStreams() {
    this.#front.end();
    this.tcp.end();
  }

  /** The other half. */
  judgeAll() { if (this.#judgements.end()) this.#activity.restart(); }

  /** Grows with every change of the tables. */
  get version() { return this.reader.frames; }

  get flowCount() { return this.tcp.flows.count; }

  /** Application requests over all connections. */
  get requestCount() { return this.messages.requestCount; }

  /** @param {number} index */
  flowNumber(index) { return this.tcp.flows.number(index); }

  /** @param {number} number @returns {number} index, or −1 */
  flowIndex(number) { return this.tcp.flows.indexOf(number); }

  /** Span from the first packet to the latest, ns. */
  get durationNs() { return this.#front.latestNs; }

  /** What `analyze --json` has under `capture`. */
  describeCapture() {
    const { reader, tcp } = this, start = reader.startEpochNs;
    return {
      format: reader.format,
      packets: reader.frames,
      bytes: reader.bytesRead,
      startEpoch: start === null ? null : formatEpoch(start),
      duration: reader.frames > 0 ? seconds(this.durationNs) : null,
      linkTypes: reader.linkTypes,
      tcpPackets: tcp.packets.count,
      flows: tcp.flows.count,
      warnings: [...this.#front.warnings, ...captureWarnings(tcp)],
    };
  }

  /** What went wrong with a connection's streams and messages. @param {number} index @returns {{ code: string, message: string }[]} */
  #warningsOf(index) {
    const ofStreams = reassemblyWarnings(this.tcp, index), ofMessages = this.messages.warningsOf(index);
    return ofStreams.length === 0 ? ofMessages : [...ofStreams, ...ofMessages];
  }

  /** What `analyze --json` has under a flow's `mux`; null where it is no WebMUX. `further`: what tunnels and sessions hold besides. @param {number} index */
  describeMux(index) {
    const records = this.messages.mux.connectionsOf(index);
    if (records.length === 0) return null;
    const [first, ...others] = records.map((record) => describeMux(this.tcp, this.messages.mux, record, this.muxCredit));
    return others.length === 0 ? first : { ...first, further: others };
  }

  /** What a connection's exchanges come to together; null: fewer than two. @param {number} index */
  #pipeliningOf(index) { return this.messages.counts(index).requests < 2 ? null : this.messages.pipeliningOf(index, roundTripsOf(this.tcp.flows, index)); }

  /** What either end of a connection is called, where the capture says so. @param {number} index */
  namesOf(index) {
    this.#names.addRecords(this.reader.names);
    return this.plain.namesOf(index);
  }

  /** What `analyze --json` has under `flows`; `warnings` where something went wrong with its streams or messages. @param {number} index */
  describeFlow(index) {
    this.#judgements.refresh(index);
    const { requests, responses, pipelinedRequests, maxPipelineDepth } = this.messages.counts(index), warnings = this.#warningsOf(index);
    const tls = this.messages.tlsOf(index), http2 = this.messages.describeHttp2(index), mux = this.describeMux(index);
    const pipelining = this.#pipeliningOf(index), names = this.namesOf(index);
    return {
      ...describeFlow(this.tcp.flows, index),
      protocol: this.messages.protocolOf(index),
      http: { requests, responses, pipelinedRequests, maxPipelineDepth },
      ...(tls === null ? {} : { tls: describeTls(tls, this.tcp.flows.clientEndpoint(index)) }),
      ...(http2 === null ? {} : { http2 }),
      ...(mux === null ? {} : { mux }),
      ...(pipelining === null ? {} : { pipelining }),
      ...(names === null ? {} : { names }),
      ...describeReassembly(this.tcp, index),
      ...(warnings.length > 0 ? { warnings } : {}),
      ...describeJudged(this.#judgements.found(index)),
      ...this.#findings(index),
    };
  }

  /** Writes what `describeFlow` gives, byte for byte as JSON.stringify would. @param {JsonBytes} json @param {number} index */
  writeFlow(json, index) {
    const { messages } = this, plain = this.plain, warnings = this.#warningsOf(index), tls = messages.tlsOf(index);
    plain.writeCounts(json, index);
    if (tls !== null) json.part(KEY.tls, describeTls(tls, this.tcp.flows.clientEndpoint(index)));
    json.part(KEY.http2, messages.describeHttp2(index));
    json.part(KEY.mux, this.describeMux(index));
    plain.writeExchanges(json, index);
    writeNames(json, this.namesOf(index));
    if (isRemarkable(this.tcp, index)) json.raw(`,${JSON.stringify(describeReassembly(this.tcp, index)).slice(1, -1)}`);
    plain.writeWarnings(json, warnings);
    this.writeEnd(json, index);
  }

  /** Writes how a connection ends: its judgement and findings, and the closing brace. @param {JsonBytes} json @param {number} index */
  writeEnd(json, index) {
    const found = this.#judgements.found(index), judged = found === undefined ? '{}' : JSON.stringify(describeJudged(found));
    if (judged !== '{}') json.raw(`,${judged.slice(1, -1)}`);
    const examined = this.#findings(index);
    if (examined.summary === undefined) this.plain.writeNoFindings(json);
    else json.raw(`,${JSON.stringify(examined).slice(1)}`);
  }

  /**
   * What another thread needs to write plain connections by a `PlainFlowWriter`; null where it cannot: nothing is kept, or not where it sees it.
   * @returns {PlainParts|null}
   */
  get plainParts() {
    const messages = this.messages.parts;
    if (messages === null || !(messages.facts.counts.buffer instanceof SharedArrayBuffer)) return null;
    this.#names.addRecords(this.reader.names);
    return { flowCount: this.flowCount, messages, names: this.#names.heard };
  }

  /** By connection, of `MARK`: what only this thread can write of it, as things stand with the examiner. */
  marks() {
    const { tcp, messages } = this, marks = new Uint8Array(new SharedArrayBuffer(this.flowCount));
    for (const flow of this.examiner?.plan() ?? []) marks[flow] = MARK.END;
    for (const flow of this.#judgements.flows) marks[flow] = MARK.END;
    for (const flow of [...messages.unplainFlows(), ...remarkableFlows(tcp)]) marks[flow] = MARK.WHOLE;
    return marks;
  }

  /**
   * What is ill with the capture as a whole: `summary` and `findings` of `analyze --json`.
   * @param {import('../insight/findings/capture/overall.js').CaptureFinding[]} [between] what shows between connections, where that has been found already
   * @returns {{ summary?: string, findings: import('../insight/findings/capture/overall.js').CaptureFinding[] }}
   */
  describeFindings(between) {
    return this.examiner?.overall((index) => this.examine(index), this.durationNs, between) ?? { findings: [] };
  }

  /** Looks what is ill with a connection, and keeps it. @param {number} index @returns {import('../insight/findings/finding.js').Finding[]} worst first */
  examine(index) {
    this.#judgements.refresh(index);
    return this.#findings(index).findings;
  }

  /**
   * The capture's worst finding in a few words, and its sentence; null where there are no connections. `ofSeconds` is the length of the one
   * connection that it cost something of; null where there are several, whose seconds may run side by side.
   */
  captureVerdict() {
    const { findings } = this.describeFindings(), verdict = verdictOf(findings);
    if (verdict === null) return null;
    return { ...verdict, message: findings[0].message, ofSeconds: this.flowCount === 1 ? this.tcp.flows.durationNs(0) / 1e9 : null };
  }

  /**
   * What is ill with a connection that somebody opens, however many of the others have been looked at.
   * @param {number} index
   * @returns {import('../insight/findings/unexamined.js').Examined}
   */
  openFindings(index) {
    this.#judgements.refresh(index);
    return this.examiner?.examineOpened(index, this.#judgements.found(index)) ?? NO_FINDINGS;
  }

  /** Loss episodes and reordering of a connection; undefined where there are none. @param {number} index */
  judgementOf(index) { return this.#judgements.found(index); }

  /** What is ill with a connection. @param {number} index */
  #findings(index) { return this.examiner?.examine(index, this.#judgements.found(index)) ?? NO_FINDINGS; }

  /** A line of the connections table (docs/protocol.md: Row), without activity. @param {number} index */
  row(index) { return { ...this.rowFacts(index), verdict: verdictOf(this.#findings(index).findings) }; }

  /** The same without its verdict, which takes by far the longest to find. @param {number} index */
  rowFacts(index) {
    this.#judgements.refresh(index);
    return this.#values.row(index);
  }

  /**
   * By what a connections table is sorted.
   * @param {number} index @param {string} key one of docs/protocol.md's sort keys
   */
  sortValue(index, key) { return key === 'verdict' ? verdictRank(verdictOf(this.#findings(index).findings)) : this.#values.sortValue(index, key); }

  /** Lower-case text that a search looks through. @param {number} index */
  searchText(index) { return this.#values.searchText(index); }

  /** What a filter (lib/filter/) asks about a connection. @param {number} index */
  filtered(index) { return this.#values.filtered(index); }

  /**
   * Learns from a long connection while it is read.
   * @param {number} flow index @param {boolean} isBusy there is something else to do: only where it is worth while
   * @returns {boolean} whether there was something to learn
   */
  learnAlong(flow, isBusy) { return this.#judgements.learnAlong(flow, this.tcp.packets.count, isBusy); }

  /**
   * Judges and examines a connection that is over while others are still being read, where there is nothing else to do.
   * @returns {Promise<boolean>} whether there was one
   */
  async settleAlong() {
    const flow = this.#over.next();
    if (flow < 0) return false;
    if (this.#judgements.judgeAlong(flow)) await this.along?.take(flow, this.#judgements.found(flow));
    return true;
  }

  /** Brings the verdicts of a connection up to date. @param {number} index */
  judge(index) { this.#judgements.refresh(index); }

  /** What tcptrace tells connections apart by, and when the capture ends. */
  forTcptrace() {
    const front = this.#front;
    return {
      startEpochNs: this.reader.startEpochNs ?? 0n,
      endNs: front.lastNs,
      isApart: (/** @type {number} */ scope) => {
        const { vlans, tunnels } = front.scope(scope);
        return tunnels.length > 0 || vlans.length > 1;
      },
    };
  }

  /** Messages of a connection as `analyze --messages` prints them. @param {number} index @param {number} offset @param {number} limit */
  messagesOf(index, offset, limit) {
    const all = this.messages.messagesOf(index), timings = limit === 0 ? new Map() : this.#timingsOf(index);
    return { total: all.length, messages: all.slice(offset, offset + limit).map((message) => this.messages.describe(message, timings.get(message))) };
  }

  /** All messages as `analyze --messages` prints them, in the order of their first frames. */
  * describeMessages() {
    /** @type {Map<number, ReturnType<SegmentAnalysis['messages']['timingsOf']>>} */
    const known = new Map();
    for (const message of this.messages.inOrder()) {
      const flow = this.messages.flowOf(message), timings = known.get(flow) ?? this.#timingsOf(flow);
      known.set(flow, timings);
      yield this.messages.describe(message, timings.get(message));
    }
  }

  /** @param {number} index */
  #timingsOf(index) { return this.messages.timingsOf(index, roundTripsOf(this.tcp.flows, index)); }

  /** Pages as `analyze --pages` prints them; their connections by the numbers that users see. */
  describePages() { return this.messages.pages((index) => roundTripsOf(this.tcp.flows, index)); }

  /** Activity of the capture so far (docs/protocol.md: Capture). */
  activity() { return this.#activity.describe(); }

  /** @param {number} index @param {number} bins */
  flowActivity(index, bins) { return flowActivity(this.tcp, index, bins, this.durationNs); }
}
