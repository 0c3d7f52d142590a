/** Sends a capture's connections and requests to an OpenTelemetry collector, as spans over OTLP. */
import { CaptureError } from '../../capture/capture-error.js';
import { epochOfText, splitEpoch } from '../../shared/epoch.js';
import { connectionRows } from '../connection-rows.js';
import { SpanIds } from './span-ids.js';
import { ofConnection, ofRequest } from './span-parts.js';

/** @typedef {import('../../library/capture.js').Capture} Capture */
/** @typedef {import('../connection-rows.js').ConnectionRow} Connection */
/** @typedef {import('../../library/capture.js').Message} Message */
/** @typedef {import('@opentelemetry/sdk-trace-base').ReadableSpan} ReadableSpan */
/** @typedef {import('./span-parts.js').SpanParts} SpanParts */
/** @typedef {import('@opentelemetry/api').SpanContext} SpanContext */
/**
 * @typedef {{ sent: number, dropped: number, unsent: number, problem: string|null }} SentSpans `dropped` are those
 *   that the collector refused, `unsent` those after which it did not answer, to be sent later (`after`); `problem`:
 *   why, a sentence
 */

/** Spans that wait to be sent: each batch is awaited before more are made. */
export const MAX_BATCH_SPANS = 512;
/** Characters of an attribute: it may be what an end sent. */
export const MAX_ATTRIBUTE_CHARACTERS = 500;
/** OpenTelemetry's times are nanoseconds since 1970, in 64 bits without a sign. */
const MAX_TIME_NS = 2n ** 64n;
const BEYOND_TIMES = 'Spans were not sent: OpenTelemetry has times from 1970 to 2554 only, and the capture has others.';
/** For an answer to the question whether it is there. */
const ASK_MS = 5000;
/** A log of the SDK that nobody reads. */
const SILENT = { error() {}, info() {}, debug() {}, verbose() {} };

/**
 * The connections of a capture, their findings as events, their requests as children. What the collector does not take
 * is counted: after a batch that it refused or did not answer the rest of the capture is not offered, after one of
 * which it rejected some spans it is.
 * @param {Capture} capture
 * @param {{ url: string, version: string, key: string, after?: number }} options `key` of the capture in the tables;
 *   `after`: so many spans were sent before
 * @returns {Promise<SentSpans>}
 * @throws {CaptureError} OpenTelemetry's SDK is not installed
 */
export async function sendSpans(capture, { url, version, key, after = 0 }) {
  const { api, sdk, Exporter, resource } = await loadSdk(version);
  const batches = new Batches(new Exporter({ url: tracesUrl(url) }), url, after);
  // The SDK tells its log alone which spans of a batch that was taken were rejected.
  const logger = {
    ...SILENT,
    warn: (/** @type {string} */ _, /** @type {unknown} */ warning) => batches.onWarning(warning),
  };
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const provider = new sdk.BasicTracerProvider({
    resource,
    idGenerator: new SpanIds(key),
    spanProcessors: [batches],
    generalLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
  });
  const tracer = provider.getTracer('selfclock', version);
  const startNs = epochOfText(capture.describe().startEpoch) ?? 0n;
  const timeOf = clockOf(startNs);
  if (startNs < 0n || startNs >= MAX_TIME_NS) batches.refuse(BEYOND_TIMES);

  /** @param {SpanParts} parts @param {SpanContext} [parent] @returns {Promise<SpanContext>} */
  async function make({ name, start, end, attributes, events, links, error }, parent) {
    const context = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
    const options = { kind: api.SpanKind.CLIENT, startTime: timeOf(start), attributes, links };
    const span = tracer.startSpan(name, options, context);
    for (const event of events) span.addEvent(event.name, event.attributes, timeOf(event.time));
    if (error !== null) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error });
    span.end(timeOf(end));
    await batches.sendFull();
    return span.spanContext();
  }

  /** @type {Map<number|string, { context: SpanContext, flow: Pick<Connection, 'server'|'tls'|'transport'> }>} */
  const connections = new Map();
  for await (const flow of connectionRows(capture)) {
    const { server, tls, transport } = flow; // what its requests want of it
    connections.set(flow.flow, { context: await make(ofConnection(flow, key)), flow: { server, tls, transport } });
  }
  for await (const [request, response] of exchanges(capture)) {
    const connection = connections.get(request.flow);
    if (connection) await make(ofRequest(request, response, connection.flow), connection.context);
  }
  await batches.send();
  await provider.shutdown();
  api.diag.disable();
  return batches.sent;
}

/**
 * Requests with their responses, as those come.
 * @param {Capture} capture
 * @returns {AsyncGenerator<[request: Message, response: Message|null]>}
 */
async function* exchanges(capture) {
  /** Requests by the number of the response that is to come. @type {Map<number, Message>} */
  const open = new Map();
  for await (const message of capture.messages()) {
    const { kind, index, pair } = message;
    if (kind === 'request' && pair === null) yield [message, null];
    else if (kind === 'request') open.set(/** @type {number} */ (pair), message);
    const request = kind === 'response' ? open.get(index) : undefined;
    if (request === undefined) continue;
    open.delete(index);
    yield [request, message];
  }
  for (const request of open.values()) yield [request, null];
}

/** The SDK's processor of spans: keeps them as they end, and sends a batch at a time. */
class Batches {
  /** @type {SentSpans} */
  sent = { sent: 0, dropped: 0, unsent: 0, problem: null };
  #exporter;
  #url;
  /** Spans to leave out: they were sent before. */
  #leftOut;
  #isRefused = false;
  #isOut = false;
  /** Of the batch that is being sent: what the collector says it rejected of it (OTLP's `partial_success`). */
  #partialSuccess = { rejectedSpans: 0, errorMessage: '' };
  /** @type {ReadableSpan[]} */
  #batch = [];

  /**
   * @param {import('@opentelemetry/sdk-trace-base').SpanExporter} exporter @param {string} url
   * @param {number} after so many spans
   */
  constructor(exporter, url, after) {
    this.#exporter = exporter;
    this.#url = url;
    this.#leftOut = after;
  }

  onStart() {}

  /** @param {ReadableSpan} span */
  onEnd(span) {
    const { traceFlags } = span.spanContext();
    if ((traceFlags & 1) === 0) return; // a sampler (OTEL_TRACES_SAMPLER) left it out
    if (this.#leftOut > 0) this.#leftOut--;
    else this.#batch.push(span);
  }

  /** Offers nothing to the collector. @param {string} problem a sentence */
  refuse(problem) {
    this.#isRefused = true;
    this.sent.problem = problem;
  }

  async sendFull() {
    if (this.#batch.length >= MAX_BATCH_SPANS) await this.send();
  }

  async send() {
    const spans = this.#batch;
    this.#batch = [];
    if (spans.length === 0) return;
    const dropped = this.#isRefused || this.#isOut ? spans.length : await this.#exported(spans);
    this.sent.sent += spans.length - dropped;
    if (this.#isOut) this.sent.unsent += dropped;
    else this.sent.dropped += dropped;
  }

  /** @param {ReadableSpan[]} spans @returns {Promise<number>} how many of them the collector did not take */
  async #exported(spans) {
    this.#partialSuccess = { rejectedSpans: 0, errorMessage: '' };
    /** @type {Error|null} */
    const error = await new Promise((resolve) =>
      this.#exporter.export(spans, (result) => resolve(result.code === 0 ? null : (result.error ?? new Error()))),
    );
    if (error) {
      // Only a refusal bears its status, a number: the exporter tells those that may pass (429, 502 to 504) otherwise.
      this.#isRefused = 'code' in error && typeof error.code === 'number';
      this.#isOut = !this.#isRefused;
      this.sent.problem = `Spans could not be sent to ${this.#url}: ${error.message || 'it does not answer'}.`;
      return spans.length;
    }
    const { rejectedSpans, errorMessage } = this.#partialSuccess;
    const rejected = Math.min(rejectedSpans, spans.length);
    // Without its number, by which a watch would tell the same of each file anew.
    if (rejected > 0) this.sent.problem ??= `${this.#url} took some of the spans only: ${errorMessage || 'no reason'}.`;
    return rejected;
  }

  /** @param {unknown} warning by the SDK: `partialSuccess` of a response, as JSON, or of something else */
  onWarning(warning) {
    const { rejectedSpans, errorMessage } = fieldsOf(warning);
    const count = Number(rejectedSpans); // a number of 64 bits: text, in OTLP's JSON
    if (!(count > 0)) return;
    this.#partialSuccess = { rejectedSpans: count, errorMessage: inOneLine(String(errorMessage ?? '')) };
  }

  forceFlush() {
    return this.send();
  }

  async shutdown() {
    await this.#exporter.shutdown();
  }
}

/** @param {unknown} warning @returns {Record<string, unknown>} none where it is no object as JSON */
function fieldsOf(warning) {
  try {
    return JSON.parse(String(warning)) ?? {};
  } catch {
    return {};
  }
}

/** What a collector said, for a terminal. @param {string} text */
const inOneLine = (text) =>
  text
    .slice(0, MAX_ATTRIBUTE_CHARACTERS)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[\s.]+$/, '');

/** Times as OpenTelemetry takes them. @param {bigint} startNs of the capture's first packet, since 1970 */
function clockOf(startNs) {
  /** @param {number} time in seconds since then @returns {import('@opentelemetry/api').HrTime} */
  return (time) => {
    const { seconds, nanoseconds } = splitEpoch(startNs + BigInt(Math.round(time * 1e9)));
    return [Number(seconds), nanoseconds];
  };
}

/**
 * Whether a collector is there, without sending it any spans.
 * @param {string} url
 */
export async function isCollectorThere(url) {
  try {
    const { status } = await fetch(tracesUrl(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [] }),
      signal: AbortSignal.timeout(ASK_MS),
    });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}

/** OTLP's default path, where the address has none. @param {string} url */
function tracesUrl(url) {
  const { href, pathname } = new URL(url);
  return pathname === '/' ? new URL('/v1/traces', href).href : href;
}

/** It is loaded by who sends spans alone, and may be left out of an installation. @param {string} version */
async function loadSdk(version) {
  try {
    const [api, sdk, { OTLPTraceExporter: Exporter }, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, or otherwise.
    const resource = resources
      .resourceFromAttributes({ 'service.name': 'selfclock', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] }));
    return { api, sdk, Exporter, resource };
  } catch {
    throw new CaptureError(
      'no_opentelemetry',
      "OpenTelemetry's SDK is not installed: run npm install --include=optional in Selfclock.",
    );
  }
}
