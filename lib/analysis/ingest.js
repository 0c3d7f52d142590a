import { createCore } from '../engine/engine.js';
import { AddressNames } from '../name-resolution/address-names.js';
import { MAX_EARLIER_CONNECTIONS } from '../name-resolution/limits.js';
import { LookUps } from '../name-resolution/look-ups.js';
import { CaptureActivity } from '../overview/activity.js';
import { Http1Parser } from '../protocols/http1/parser.js';
import { MessageAnalysis } from '../protocols/message-analysis.js';
import { KeyLog } from '../protocols/tls/key-log.js';
import { epochText } from '../shared/epoch.js';
import { TcpTransport } from '../tcpflow/tcp-transport.js';
import { VerdictStore } from '../tcpflow/verdicts/verdict-store.js';
import { seconds } from '../transport/conversation.js';
import { QuicIntake } from './quic/quic-intake.js';

/** @typedef {ConstructorParameters<typeof import('./capture-decoder.js').CaptureDecoder>[0]} DecoderParts */

/**
 * Reads a capture into the tables: bytes are pushed in, and become connections (`tcp`), messages, verdicts and names of
 * addresses. The tables can be read at any moment. A target for `readCapture`.
 */
export class Ingest {
  /** What a host recorded beside the capture. @type {import('../shared/hostlog/host-log.js').HostLog | null} */
  hostLog = null;
  /** What ends of QUIC connections logged of them. @type {import('./quic/endpoint-logs.js').EndpointLogs | null} */
  endpointLogs = null;
  #decoder;
  #onDns;
  #quic;
  #settings;
  /** Names of addresses, from the capture alone. */
  #names = new AddressNames();
  #lookUps = new LookUps();

  /**
   * @param {object} options
   * @param {boolean} [options.keepMessages] keep each message's fields, not just their number
   * @param {import('../protocols/tls/ciphers.js').Ciphers|null} [options.ciphers] null: nothing is decrypted
   * @param {KeyLog} [options.keyLog] secrets known beforehand; those embedded in the capture are added
   * @param {import('../tcpflow/reassembly/policy.js').PolicyName} [options.reassembly] which copy counts where segments
   *   overlap
   * @param {import('../protocols/bodies/collector.js').BodyTaker|null} [options.body] consumer of some connections'
   *   content
   * @param {import('../protocols/bodies/collector.js').BodyTaker|null} [options.quicBody] the same of QUIC's
   *   connections, where `body` is given
   * @param {import('../protocols/decode-as.js').DecodeAs|null} [options.decodeAs] the user's choice of connections'
   *   protocols; null: none
   * @param {number} [options.muxCredit] bytes that WebMUX sessions start with; not given: the assumed credit
   * @param {import('../engine/engine.js').Core} [options.core]
   * @param {import('./remote-capture.js').RemoteCapture | ((parts: DecoderParts) =>
   *   import('./capture-decoder.js').CaptureDecoder)} options.decoder a `RemoteCapture` where another thread decodes
   *   the capture into the core's memory; `decodeHere` otherwise, passed by the caller, since its modules slow the
   *   start
   */
  constructor({
    keepMessages = true,
    ciphers = null,
    keyLog = new KeyLog(),
    reassembly = 'first',
    body = null,
    quicBody = null,
    decodeAs = null,
    muxCredit,
    core = createCore(),
    decoder,
  }) {
    this.#settings = { ciphers, reassembly, decodeAs };
    this.muxCredit = muxCredit;
    this.keyLog = keyLog;
    this.tcp = new TcpTransport(core);
    this.#onDns = (
      /** @type {Uint8Array} */ bytes,
      /** @type {number} */ start,
      /** @type {number} */ end,
      /** @type {number} */ timeNs,
      /** @type {Uint8Array=} */ asker = undefined,
    ) => {
      this.#names.addAnswer(bytes, start, end, timeNs);
      if (asker !== undefined) this.#lookUps.add(bytes, start, end, timeNs, asker);
    };
    const onServerName = (
      /** @type {number} */ flow,
      /** @type {0|1} */ client,
      /** @type {string} */ name,
      /** @type {number} */ timeNs,
    ) => this.#names.add(this.tcp.flows.endpoint(flow, /** @type {0|1} */ (1 - client)).address, name, 'sni', timeNs);
    const common = { keep: keepMessages, http1: new Http1Parser(core), ciphers, keyLog };
    this.messages = new MessageAnalysis({
      ...common,
      body,
      flows: this.tcp.flows,
      isInStreams: reassembly === 'first',
      decodeAs,
      names: { onDns: this.#onDns, onServerName },
      lookUpOf: (flow) => this.#lookUpOf(flow),
    });
    this.#quic = new QuicIntake(
      { ciphers, keyLog },
      (connection, name, timeNs) => this.#names.add(connection.endpoint(1).address, name, 'sni', timeNs),
      (flows) => new MessageAnalysis({ ...common, body: quicBody, flows, names: { onDns: this.#onDns } }),
    );
    this.tcp.startEpochNs = () => this.reader.startEpochNs;
    this.tcp.hostLog = () => this.hostLog;
    this.tcp.latestNs = () => this.#decoder.latestNs;
    this.tcp.handTo(body?.sink ?? this.messages, reassembly);
    this.verdicts = new VerdictStore(this.tcp);
    this.activity = new CaptureActivity(this.tcp, () => this.quic?.packets ?? null);
    this.#decoder =
      typeof decoder !== 'function'
        ? decoder
        : decoder({
            core,
            batch: this.tcp.batch,
            onSegments: () => this.tcp.track(),
            onSecrets: (secrets) => this.#takeSecrets(secrets),
            onDns: this.#onDns,
            onDatagrams: body === null || quicBody !== null ? (datagrams) => this.#quic.take(datagrams) : null,
            onIcmpError: (error) => this.tcp.takeIcmpError(error),
            onDatagramError: (error) => this.#quic.takeIcmpError(error),
            tableBytes: () => this.tableBytes,
            inflate: ciphers?.inflate,
          });
  }

  /** For a second reading of the same capture: its settings and all its secrets. */
  get settings() {
    return { ...this.#settings, keyLog: this.keyLog };
  }

  /**
   * The next bytes of the capture; they may be re-used when this returns.
   * @param {Uint8Array} chunk
   * @throws {import('../capture/capture-error.js').CaptureError} this is not a capture
   */
  push(chunk) {
    this.#decoder.push(chunk);
  }

  /**
   * Output, other than segments, of another thread that decodes the capture.
   * @param {import('./capture-decoder.js').Aside} aside
   */
  takeAside({ secrets, dns, datagrams, icmpErrors, datagramErrors }) {
    if (secrets.length > 0) this.#takeSecrets(secrets);
    for (const batch of datagrams) this.#quic.takePacked(batch);
    for (const { bytes, timeNs, asker } of dns) this.#onDns(bytes, 0, bytes.length, timeNs, asker);
    for (const error of icmpErrors) this.tcp.takeIcmpError(error);
    for (const error of datagramErrors) this.#quic.takeIcmpError(error);
  }

  /** The slow name look-up that a connection waited for. @param {number} flow index */
  #lookUpOf(flow) {
    const { flows } = this.tcp;
    if (this.#lookUps.isEmpty) return null;
    const client = flows.clientEndpoint(flow);
    const addressOf = (/** @type {number} */ endpoint) => flows.endpoint(flow, endpoint).address;
    const lookUp = this.#lookUps.before(addressOf(client), addressOf(1 - client), flows.at(flow).startNs);
    const hasWaited = !lookUp?.unanswered.length || !this.#hasConnected(flow, lookUp.askedNs);
    return hasWaited ? lookUp : null;
  }

  /**
   * Whether the client of a connection had opened one to the same address since then: it did not wait for the name.
   * @param {number} flow index @param {number} sinceNs
   */
  #hasConnected(flow, sinceNs) {
    const { flows } = this.tcp;
    const ends = (/** @type {number} */ at) =>
      [flows.clientEndpoint(at), 1 - flows.clientEndpoint(at)].map((end) => flows.endpoint(at, end).address).join(' ');
    const own = ends(flow);
    for (let other = flow - 1; other >= 0 && flow - other <= MAX_EARLIER_CONNECTIONS; other--) {
      if (flows.at(other).startNs < sinceNs) return false;
      if (ends(other) === own) return true;
    }
    return false;
  }

  /** Keys that came with the capture. @param {Uint8Array[]} secrets */
  #takeSecrets(secrets) {
    const decoder = new TextDecoder('latin1');
    for (const secret of secrets) this.keyLog.add(decoder.decode(secret.slice()));
  }

  /**
   * A warning of the bytes' source, such as a truncated gzip.
   * @param {string} code @param {string} message @param {number} [offset] byte of the uncompressed stream
   */
  warn(code, message, offset) {
    this.#decoder.warn(code, message, offset);
  }

  /** Settled when all bytes that were pushed have been read: to be awaited between them, and before their end. */
  ready() {
    return this.#quic.ready();
  }

  /** QUIC's connections; null: there are none. */
  get quic() {
    return this.#quic.tracker;
  }

  /** Messages on QUIC's streams, whose connections have numbers of their own; null: there is no QUIC. */
  get quicMessages() {
    return this.#quic.messages;
  }

  /**
   * End of input.
   * @throws {import('../capture/capture-error.js').CaptureError} it was empty, or not a capture
   */
  end() {
    this.#decoder.end();
    this.tcp.end();
    this.#quic.end();
    if (this.verdicts.end()) this.activity.restart();
  }

  /** Whether secrets came after packets that needed them: the capture has to be read again (`late-secrets.js`). */
  get hasLateSecrets() {
    return this.messages.hasLateSecrets || this.quic?.hasLateSecrets === true;
  }

  /** Metadata of the capture's format. */
  get reader() {
    return this.#decoder.reader;
  }

  /** Preferred buffers of the reader. */
  get chunks() {
    return this.#decoder.chunks;
  }

  /** Memory of connections and packets, without bodies and messages. */
  get tableBytes() {
    return this.tcp.tableBytes + (this.quic?.tableBytes ?? 0);
  }

  /** Grows with every change of the tables. */
  get version() {
    return this.reader.frames;
  }

  /** Span from the first packet to the latest, ns. */
  get durationNs() {
    return this.#decoder.latestNs;
  }

  /** Names of addresses as of now. */
  get names() {
    this.#names.addRecords(this.reader.names);
    return this.#names;
  }

  /** Data other than the packets' headers, for a report. */
  get kept() {
    const { reassembler } = this.tcp;
    return {
      messages: this.messages.kept,
      names: this.names.kept,
      lookUps: this.#lookUps.kept,
      conflicts: reassembler?.conflicts.kept ?? new Map(),
      notes: reassembler?.notes.kept ?? null,
    };
  }

  /** @param {Ingest['kept']} kept */
  restore({ messages, names, lookUps, conflicts, notes }) {
    const { reassembler } = this.tcp;
    this.messages.restore(messages);
    this.#names.restore(names);
    this.#lookUps.restore(lookUps);
    reassembler?.conflicts.restore(conflicts);
    if (notes !== null) reassembler?.notes.restore(notes);
  }

  /** The same of QUIC; null: there is none. @param {number[]|null} numbers of its connections; null: all */
  keptQuic(numbers) {
    return this.#quic.kept(numbers);
  }

  /** @param {import('./quic/quic-intake.js').KeptQuic} kept @throws {RangeError} it is damaged */
  restoreQuic(kept) {
    return this.#quic.restore(kept);
  }

  /** `capture` of `analyze --json`. */
  describe() {
    const { reader, tcp, quic } = this;
    const start = reader.startEpochNs;
    return {
      format: reader.format,
      packets: reader.packets,
      bytes: reader.bytesRead,
      startEpoch: start === null ? null : epochText(start),
      duration: reader.packets > 0 ? seconds(this.durationNs) : null,
      linkTypes: reader.linkTypes,
      tcpPackets: tcp.packets.count,
      flows: tcp.flows.count,
      quicPackets: quic?.packets.count,
      quicConnections: quic?.connections.length,
      icmpErrors: tcp.icmpErrors.describe() ?? undefined,
      warnings: [...this.#decoder.warnings, ...tcp.warnings],
      notRead: this.#decoder.notRead,
    };
  }

  /** @param {number} scope of packets @returns {readonly number[]} its VLANs, outermost first */
  vlansOf(scope) {
    return this.#decoder.scope(scope).vlans;
  }

  /** How tcptrace distinguishes connections, and when the capture ends. */
  forTcptrace() {
    const decoder = this.#decoder;
    return {
      startEpochNs: this.reader.startEpochNs ?? 0n,
      endNs: decoder.lastNs,
      isApart: (/** @type {number} */ scope) => {
        const { vlans, tunnels } = decoder.scope(scope);
        return tunnels.length > 0 || vlans.length > 1;
      },
    };
  }
}
