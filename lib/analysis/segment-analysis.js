import { createCore } from '../engine/engine.js';
import { FLOW } from '../engine/flow-fields.js';
import { outcomeOf } from '../insight/summary/outcome.js';
import { verdictNotYet, verdictRank, verdictWithoutFindings } from '../insight/summary/verdict.js';
import { AddressNames } from '../name-resolution/address-names.js';
import { Http1Parser } from '../protocols/http1/parser.js';
import { MessageAnalysis } from '../protocols/message-analysis.js';
import { describeTls } from '../protocols/tls/describe.js';
import { KeyLog } from '../protocols/tls/key-log.js';
import { describeMux } from '../protocols/webmux/summary.js';
import { describeFlow, roundTripsOf, seconds, writeFlow } from '../tcpflow/describe/describe-flow.js';
import { describeIcmpErrors } from '../tcpflow/describe/describe-icmp-errors.js';
import { describeJudged } from '../tcpflow/describe/describe-verdicts.js';
import { captureWarnings, describeReassembly, reassemblyWarnings } from '../tcpflow/reassembly/describe.js';
import { CaptureActivity, flowActivity } from '../tcpflow/tables/activity.js';
import { TcpTracker } from '../tcpflow/tracker.js';
import { VerdictStore } from '../tcpflow/verdicts/verdict-store.js';
import { ConnectionValues } from './connection-rows.js';
import { FlowNamer } from './flow-names.js';
import { formatEpoch } from './format-epoch.js';

/** @type {import('../insight/findings/capture-only.js').Examined} */
const NO_FINDINGS = { findings: [] };

/** @typedef {import('../insight/summary/verdict.js').Verdict} Verdict */
/** @typedef {ConstructorParameters<typeof import('./capture-decoder.js').CaptureDecoder>[0]} FrontParts */

/**
 * Joins the rooms from the segments on: tables can be read at any moment, while whoever brings the segments goes on.
 * One object for each capture. Apart from `CaptureAnalysis`, which has the way from bytes to segments, as that is 65
 * modules which the thread that hands on does not need where another one reads.
 */
export class SegmentAnalysis {
  #activity;
  #front;
  #onDns;
  #judgements;
  /**
   * Finds what is ill with connections; without one there are no findings.
   * @type {Pick<import('../insight/findings/capture-only.js').CaptureOnlyFindings, 'examine' | 'examineOpened' |
   *   'isPassedOver' | 'overall'> | null}
   */
  examiner = null;
  #values;
  /** Names of addresses, from the capture alone. */
  #names = new AddressNames();
  #namer;

  /**
   * @param {object} options
   * @param {boolean} [options.keepMessages] keep each message's fields, not just their number
   * @param {import('../protocols/tls/ciphers.js').Ciphers|null} [options.ciphers] for what is encrypted; null: it stays
   *   closed
   * @param {KeyLog} [options.keyLog] secrets known beforehand; those embedded in the capture are added
   * @param {import('../tcpflow/reassembly/policy.js').PolicyName} [options.reassembly] which copy counts where segments
   *   overlap
   * @param {import('../protocols/bodies/collector.js').BodyTaker|null} [options.body] who wants the body of a
   *   message
   * @param {number} [options.muxCredit] what WebMUX sessions start with, in place of the assumed credit
   * @param {import('../engine/engine.js').Core} [options.core]
   * @param {import('../threads/remote-capture.js').RemoteCapture | ((parts: FrontParts) =>
   *   import('./capture-decoder.js').CaptureDecoder)} options.front
   *   where another thread reads the capture into the core's memory; else makes the way of its bytes
   */
  constructor({
    keepMessages = true,
    ciphers = null,
    keyLog = new KeyLog(),
    reassembly = 'first',
    body = null,
    muxCredit,
    core = createCore(),
    front,
  }) {
    this.muxCredit = muxCredit;
    this.tcp = new TcpTracker(core);
    this.keyLog = keyLog;
    this.#onDns = (
      /** @type {Uint8Array} */ bytes,
      /** @type {number} */ start,
      /** @type {number} */ end,
      /** @type {number} */ timeNs,
    ) => this.#names.addAnswer(bytes, start, end, timeNs);
    const onServerName = (
      /** @type {number} */ flow,
      /** @type {0|1} */ client,
      /** @type {string} */ name,
      /** @type {number} */ timeNs,
    ) => this.#names.add(this.tcp.flows.endpoint(flow, /** @type {0|1} */ (1 - client)).address, name, 'sni', timeNs);
    this.messages = new MessageAnalysis({
      keep: keepMessages,
      flows: this.tcp.flows,
      http1: new Http1Parser(core),
      isInStreams: reassembly === 'first',
      ciphers,
      keyLog,
      body,
      names: { onDns: this.#onDns, onServerName },
    });
    this.#namer = new FlowNamer(this.#names, this.tcp.flows, this.messages);
    this.tcp.handTo(body?.sink ?? this.messages, reassembly);
    this.#front =
      typeof front !== 'function'
        ? front
        : front({
            core,
            batch: this.tcp.batch,
            onSegments: () => this.tcp.track(),
            onSecrets: (secrets) => this.#takeSecrets(secrets),
            onDns: this.#onDns,
            onIcmpError: (error) => this.tcp.takeIcmpError(error),
            tableBytes: () => this.tableBytes,
            inflate: ciphers?.inflate,
          });
    this.#activity = new CaptureActivity(this.tcp);
    this.#judgements = new VerdictStore(this.tcp);
    this.#values = new ConnectionValues(this.tcp.flows, this.messages, (index) => this.namesOf(index));
  }

  /**
   * What another thread that reads the capture found beside segments.
   * @param {import('./capture-decoder.js').Aside} aside
   */
  hear({ secrets, dns, icmpErrors }) {
    if (secrets.length > 0) this.#takeSecrets(secrets);
    for (const { bytes, timeNs } of dns) this.#onDns(bytes, 0, bytes.length, timeNs);
    for (const error of icmpErrors) this.tcp.takeIcmpError(error);
  }

  /** Keys that came with the capture. @param {Uint8Array[]} secrets */
  #takeSecrets(secrets) {
    const decoder = new TextDecoder('latin1');
    for (const secret of secrets) this.keyLog.add(decoder.decode(secret));
  }

  /**
   * Whether secrets came behind packets that needed them, so that the capture has to be read again (`late-secrets.js`).
   */
  get hasLateSecrets() {
    return this.messages.hasLateSecrets;
  }

  /** What the capture's format tells. */
  get reader() {
    return this.#front.reader;
  }

  /** Where whoever reads the capture had best put its bytes. */
  get chunks() {
    return this.#front.chunks;
  }

  /** Bytes that connections and packets take; bodies and messages not counted. */
  get tableBytes() {
    return this.tcp.tableBytes;
  }

  /**
   * The next bytes of the capture; they may be re-used when this returns.
   * @param {Uint8Array} chunk
   * @throws {import('../capture/capture-error.js').CaptureError} this is no capture
   */
  push(chunk) {
    this.#front.push(chunk);
  }

  /**
   * A warning of whoever brings the bytes, as that their gzip is cut.
   * @param {string} code @param {string} message @param {number} [offset] byte of the uncompressed stream
   */
  warn(code, message, offset) {
    this.#front.warn(code, message, offset);
  }

  /**
   * No more bytes will come.
   * @throws {import('../capture/capture-error.js').CaptureError} it was empty, or no capture
   */
  end() {
    this.#front.end();
    this.tcp.end();
    if (this.#judgements.end()) this.#activity.restart();
  }

  /** Grows with every change of the tables. */
  get version() {
    return this.reader.frames;
  }

  get flowCount() {
    return this.tcp.flows.count;
  }

  /** Application requests over all connections. */
  get requestCount() {
    return this.messages.requestCount;
  }

  /** @param {number} index */
  flowNumber(index) {
    return this.tcp.flows.number(index);
  }

  /** @param {number} number @returns {number} index, or −1 */
  flowIndex(number) {
    return this.tcp.flows.indexOf(number);
  }

  /** Span from the first packet to the latest, ns. */
  get durationNs() {
    return this.#front.latestNs;
  }

  /** What `analyze --json` has under `capture`. */
  describeCapture() {
    const { reader, tcp } = this;
    const start = reader.startEpochNs;
    return {
      format: reader.format,
      packets: reader.frames,
      bytes: reader.bytesRead,
      startEpoch: start === null ? null : formatEpoch(start),
      duration: reader.frames > 0 ? seconds(this.durationNs) : null,
      linkTypes: reader.linkTypes,
      tcpPackets: tcp.packets.count,
      flows: tcp.flows.count,
      icmpErrors: tcp.icmpErrors.describe() ?? undefined,
      warnings: [...this.#front.warnings, ...captureWarnings(tcp)],
      notRead: this.#front.notRead,
    };
  }

  /**
   * What went wrong with a connection's streams and messages.
   * @param {number} index
   * @returns {{ code: string, message: string }[]}
   */
  #warningsOf(index) {
    const ofStreams = reassemblyWarnings(this.tcp, index);
    const ofMessages = this.messages.warningsOf(index);
    return ofStreams.length === 0 ? ofMessages : [...ofStreams, ...ofMessages];
  }

  /**
   * What `analyze --json` has under a flow's `mux`; null where it is no WebMUX. `further`: what tunnels and sessions
   * hold besides.
   * @param {number} index
   */
  describeMux(index) {
    const records = this.messages.mux.connectionsOf(index);
    if (records.length === 0) return null;
    const [first, ...others] = records.map((record) =>
      describeMux(this.tcp, this.messages.mux, record, this.muxCredit),
    );
    return others.length === 0 ? first : { ...first, further: others };
  }

  /** What a connection's exchanges come to together; null: fewer than two. @param {number} index */
  #pipeliningOf(index) {
    return this.messages.counts(index).requests < 2
      ? null
      : this.messages.pipeliningOf(index, roundTripsOf(this.tcp.flows, index));
  }

  /** What either end of a connection is called, where the capture says so. @param {number} index */
  namesOf(index) {
    this.#names.addRecords(this.reader.names);
    return this.#namer.of(index);
  }

  /** What `analyze --json` has under `flows`. @param {number} index */
  describeFlow(index) {
    this.#judgements.refresh(index);
    return { ...describeFlow(this.tcp.flows, index), ...this.#describeContent(index) };
  }

  /**
   * Writes the same as JSON.
   * @param {import('../tcpflow/describe/json-bytes.js').JsonBytes} json over the flow table's `jsonBuffer`
   * @param {number} index
   */
  writeFlow(json, index) {
    this.#judgements.refresh(index);
    writeFlow(json, this.tcp.flows, index);
    json.write(`,${JSON.stringify(this.#describeContent(index)).slice(1)}`);
  }

  /**
   * What messages, streams, judgement and findings add to a connection's statistics; undefined, which JSON leaves out,
   * where there is nothing to say.
   * @param {number} index
   */
  #describeContent(index) {
    const { messages, tcp } = this;
    const { requests, responses, pipelinedRequests, maxPipelineDepth } = messages.counts(index);
    const tls = messages.tlsOf(index);
    const warnings = this.#warningsOf(index);
    const { conflicts, conflictTotal, urgent, urgentTotal } = describeReassembly(tcp, index);
    const { lossEpisodes, reordering } = describeJudged(this.#judgements.found(index));
    const { verdict, findings, unobservable, ...said } = this.#findings(index);
    return {
      protocol: messages.protocolOf(index),
      http: { requests, responses, pipelinedRequests, maxPipelineDepth },
      tls: tls === null ? undefined : describeTls(tls, tcp.flows.clientEndpoint(index)),
      http2: messages.describeHttp2(index) ?? undefined,
      mux: this.describeMux(index) ?? undefined,
      pipelining: this.#pipeliningOf(index) ?? undefined,
      names: this.namesOf(index) ?? undefined,
      conflicts,
      conflictTotal,
      urgent,
      urgentTotal,
      warnings: warnings.length > 0 ? warnings : undefined,
      lossEpisodes,
      reordering,
      icmpErrors: describeIcmpErrors(tcp, index) ?? undefined,
      summary: said.summary ?? `${this.#verdict(index).sentence}.`,
      verdict,
      findings,
      unobservable,
    };
  }

  /**
   * What is ill with the capture as a whole: `summary` and `findings` of `analyze --json`.
   * @returns {{ summary?: string, verdict?: import('../insight/summary/verdict.js').Verdict, findings:
   *   import('../insight/findings/capture/overall.js').CaptureFinding[] }} no summary and verdict without connections
   */
  describeFindings() {
    if (this.flowCount === 0) return { findings: [] };
    return this.examiner?.overall((index) => this.#examined(index), this.durationNs) ?? this.#withoutExaminer();
  }

  /** Of so few connections that there is nothing between them, and nothing odd about any. */
  #withoutExaminer() {
    const verdicts = Array.from({ length: this.flowCount }, (_, index) => this.#verdict(index));
    const [worst] = verdicts.sort((a, b) => verdictRank(b) - verdictRank(a));
    return { summary: `${worst.sentence}.`, verdict: worst, findings: [] };
  }

  /** @param {number} index */
  #examined(index) {
    this.#judgements.refresh(index);
    return this.#findings(index);
  }

  /**
   * Looks what is ill with a connection, and keeps it.
   * @param {number} index
   * @returns {import('../insight/findings/finding.js').Finding[]} worst first
   */
  examine(index) {
    return this.#examined(index).findings;
  }

  /** The capture's verdict, and its worst finding's sentence ("" without findings); null without connections. */
  captureVerdict() {
    const { verdict, findings } = this.describeFindings();
    return verdict === undefined ? null : { ...verdict, message: findings[0]?.message ?? '' };
  }

  /**
   * What it is with a connection, in one sentence.
   * @param {number} index
   * @returns {import('../insight/summary/verdict.js').Verdict}
   */
  verdict(index) {
    this.#judgements.refresh(index);
    return this.#verdict(index);
  }

  /** @param {number} index */
  #verdict(index) {
    const { verdict } = this.#findings(index);
    if (verdict !== undefined) return verdict;
    return this.examiner?.isPassedOver(index)
      ? verdictNotYet(this.tcp.flows.int(index, FLOW.PACKETS))
      : verdictWithoutFindings(outcomeOf(this.tcp.flows, this.messages, index));
  }

  /**
   * What is ill with a connection that somebody opens, however many of the others have been looked at.
   * @param {number} index
   * @returns {import('../insight/findings/capture-only.js').Examined}
   */
  openFindings(index) {
    this.#judgements.refresh(index);
    return this.examiner?.examineOpened(index, this.#judgements.found(index)) ?? NO_FINDINGS;
  }

  /** Loss episodes and reordering of a connection; undefined where there are none. @param {number} index */
  judgementOf(index) {
    return this.#judgements.found(index);
  }

  /** What is ill with a connection. @param {number} index */
  #findings(index) {
    return this.examiner?.examine(index, this.#judgements.found(index)) ?? NO_FINDINGS;
  }

  /** A line of the connections table (docs/protocol.md: Row), without activity. @param {number} index */
  row(index) {
    return { ...this.rowFacts(index), verdict: this.#verdict(index) };
  }

  /** The same without its verdict, which takes by far the longest to find. @param {number} index */
  rowFacts(index) {
    this.#judgements.refresh(index);
    return this.#values.row(index);
  }

  /**
   * By what a connections table is sorted.
   * @param {number} index @param {string} key one of docs/protocol.md's sort keys
   */
  sortValue(index, key) {
    return key === 'verdict' ? verdictRank(this.#verdict(index)) : this.#values.sortValue(index, key);
  }

  /** Lower-case text that a search looks through. @param {number} index */
  searchText(index) {
    return this.#values.searchText(index);
  }

  /** What a filter (lib/shared/filter/) asks about a connection. @param {number} index */
  filtered(index) {
    return this.#values.filtered(index);
  }

  /** Brings the verdicts of a connection up to date. @param {number} index */
  judge(index) {
    this.#judgements.refresh(index);
  }

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

  /**
   * Messages of a connection as `analyze --messages` prints them.
   * @param {number} index
   * @param {number} offset
   * @param {number} limit
   */
  messagesOf(index, offset, limit) {
    const all = this.messages.messagesOf(index);
    const timings = limit === 0 ? new Map() : this.#timingsOf(index);
    return {
      total: all.length,
      messages: all
        .slice(offset, offset + limit)
        .map((message) => this.messages.describe(message, timings.get(message))),
    };
  }

  /** All messages as `analyze --messages` prints them, in the order of their first frames. */
  *describeMessages() {
    /** @type {Map<number, ReturnType<SegmentAnalysis['messages']['timingsOf']>>} */
    const known = new Map();
    for (const message of this.messages.inOrder()) {
      const flow = this.messages.flowOf(message);
      const timings = known.get(flow) ?? this.#timingsOf(flow);
      known.set(flow, timings);
      yield this.messages.describe(message, timings.get(message));
    }
  }

  /** @param {number} index */
  #timingsOf(index) {
    return this.messages.timingsOf(index, roundTripsOf(this.tcp.flows, index));
  }

  /** Pages as `analyze --pages` prints them; their connections by the numbers that users see. */
  describePages() {
    return this.messages.pages((index) => roundTripsOf(this.tcp.flows, index));
  }

  /** Activity of the capture so far (docs/protocol.md: Capture). */
  activity() {
    return this.#activity.describe();
  }

  /** @param {number} index @param {number} bins */
  flowActivity(index, bins) {
    return flowActivity(this.tcp, index, bins, this.durationNs);
  }
}
