/**
 * Facts about each connection's messages, without keeping them: protocol, counts, warnings; columns with a row per
 * flow.
 */
import { PROTOCOL_NAMES, protocolNamed } from '../registry.js';
import { grown, HTTP1_VERSIONS } from './message-table.js';
import { describeWarnings, WARNING } from './notes.js';

/** Columns of the counts. */
const REQUESTS = 0;
const RESPONSES = 1;
const PIPELINED = 2;
const DEPTH = 3;
const COUNTS = 4;

/** Names by their codes. */
const NAMES = [null, ...PROTOCOL_NAMES];
/** @type {ReadonlyMap<string|null, number>} */
const CODES = new Map(NAMES.map((name, code) => [name, code]));
const CODES_OF_HTTP1 = HTTP1_VERSIONS.map(codeOf);
/** By code: whether a connection is named after it, whatever HTTP/1 its sessions or tunnels carry. */
const IS_CARRYING = NAMES.map((name) => protocolNamed(name)?.isCarrier ?? false);

const FIRST_FLOWS = 64;
const PERCENT = 100;

/** @param {string|null} name */
function codeOf(name) {
  return CODES.get(name) ?? 0;
}

export class FlowFacts {
  /** Protocols of flows by their parsers: codes. */
  #protocols = new Uint8Array(FIRST_FLOWS);
  #versionIsAnswered = new Uint8Array(FIRST_FLOWS);
  /** Protocols of flows by their first bytes alone: the same codes. */
  #signatures = new Uint8Array(FIRST_FLOWS);
  /** Of those whose protocol is known by its framing alone: how sure it is, in hundredths; 0: others. */
  #confidences = new Uint8Array(FIRST_FLOWS);
  #warnings = new Uint16Array(FIRST_FLOWS);
  #counts = new Int32Array(FIRST_FLOWS * COUNTS);
  /** Of directions: the state of the router, 0 at first. */
  stages = new Uint8Array(FIRST_FLOWS * 2);
  /** Requests of all connections. */
  requestCount = 0;

  /** Capacity, flows. */
  get room() {
    return this.#protocols.length;
  }

  /** All of it, for a report. */
  get kept() {
    return {
      requestCount: this.requestCount,
      protocols: this.#protocols,
      versionIsAnswered: this.#versionIsAnswered,
      signatures: this.#signatures,
      confidences: this.#confidences,
      warnings: this.#warnings,
      counts: this.#counts,
      stages: this.stages,
    };
  }

  /** @param {FlowFacts['kept']} kept */
  restore({ requestCount, protocols, versionIsAnswered, signatures, confidences, warnings, counts, stages }) {
    this.requestCount = requestCount;
    this.#protocols = protocols;
    this.#versionIsAnswered = versionIsAnswered;
    this.#signatures = signatures;
    this.#confidences = confidences;
    this.#warnings = warnings;
    this.#counts = counts;
    this.stages = stages;
  }

  /** @param {number} flow ensures room for it */
  grow(flow) {
    const length = Math.max(flow + 1, this.room * 2);
    this.#protocols = grown(this.#protocols, length);
    this.#versionIsAnswered = grown(this.#versionIsAnswered, length);
    this.#signatures = grown(this.#signatures, length);
    this.#confidences = grown(this.#confidences, length);
    this.#warnings = grown(this.#warnings, length);
    this.#counts = grown(this.#counts, length * COUNTS);
    this.stages = grown(this.stages, length * 2);
  }

  /** @param {number} flow @param {number} warning bits of `WARNING` */
  warn(flow, warning) {
    this.#warnings[flow] |= warning;
  }

  /** @param {number} flow @returns {boolean} whether there is any warning */
  hasWarnings(flow) {
    return (this.#warnings[flow] ?? 0) !== 0;
  }

  /** @param {number} flow @returns {boolean} whether missing bytes are the only warning */
  lacksBytesAtMost(flow) {
    return ((this.#warnings[flow] ?? 0) & ~WARNING.BYTES_MISSING) === 0;
  }

  /** @param {number} flow @returns {{ code: string, message: string }[]} */
  warningsOf(flow) {
    return describeWarnings(this.#warnings[flow] ?? 0);
  }

  /**
   * @param {number} flow
   * @param {number} depth requests without a response, this one included
   * @param {boolean} isPipelined
   */
  countRequest(flow, depth, isPipelined) {
    const row = flow * COUNTS;
    const counts = this.#counts;
    counts[row + REQUESTS]++;
    this.requestCount++;
    if (isPipelined) counts[row + PIPELINED]++;
    if (depth > counts[row + DEPTH]) counts[row + DEPTH] = depth;
  }

  /** @param {number} flow */
  countResponse(flow) {
    this.#counts[flow * COUNTS + RESPONSES]++;
  }

  /**
   * It is no longer known what was answered when.
   * @param {number} flow
   * @returns {boolean} whether a request had counted as pipelined
   */
  forgetPipelining(flow) {
    const row = flow * COUNTS;
    if (this.#counts[row + PIPELINED] === 0) return false;
    this.#counts[row + PIPELINED] = 0;
    this.#counts[row + DEPTH] = 1;
    return true;
  }

  /** @param {number} flow */
  counts(flow) {
    const row = flow * COUNTS;
    const counts = this.#counts;
    return {
      requests: counts[row + REQUESTS] ?? 0,
      responses: counts[row + RESPONSES] ?? 0,
      pipelinedRequests: counts[row + PIPELINED] ?? 0,
      maxPipelineDepth: counts[row + DEPTH] ?? 0,
    };
  }

  /** Of an HTTP/1 message. @param {number} flow @param {number} minorVersion @param {boolean} isResponse */
  setVersion(flow, minorVersion, isResponse) {
    if (IS_CARRYING[this.#protocols[flow]]) return;
    if (this.#protocols[flow] !== 0 && (!isResponse || this.#versionIsAnswered[flow] === 1)) return;
    this.#protocols[flow] = CODES_OF_HTTP1[minorVersion];
    this.#versionIsAnswered[flow] = isResponse ? 1 : 0;
  }

  /** @param {number} flow @param {string|null} name null: the earlier name was wrong */
  setProtocol(flow, name) {
    this.#protocols[flow] = codeOf(name);
  }

  /** @param {number} flow @param {string|null} name by its first bytes; null: unknown */
  setSignature(flow, name) {
    this.#signatures[flow] ||= codeOf(name);
  }

  /** @param {number} flow @param {number} confidence 0 … 1 of its protocol, which its framing shows */
  setConfidence(flow, confidence) {
    this.#confidences[flow] = Math.round(confidence * PERCENT);
  }

  /** @param {number} flow @returns {number|null} null: its protocol is not known by its framing alone */
  confidenceOf(flow) {
    const confidence = this.#confidences[flow] ?? 0;
    return confidence === 0 ? null : confidence / PERCENT;
  }

  /**
   * @param {number} flow
   * @returns {string|null} for HTTP/1 the version of the first response, before that of the first request; for other
   *   protocols by their first bytes
   */
  protocolOf(flow) {
    return NAMES[this.#protocols[flow] ?? 0] ?? NAMES[this.#signatures[flow] ?? 0];
  }
}
