import { look } from '../../insight/findings/examination.js';
import { MAX_EXAMINED_IN_ALL } from '../../insight/findings/worth-examining.js';
import { pageVerdict } from '../../overview/pages/page-verdict.js';
import { redirectKey, refererKey, urlKey } from '../../protocols/model/url.js';
import { protocolNamed } from '../../protocols/registry.js';
import { QuicMessages } from './quic-messages.js';

/** @typedef {import('../../protocols/model/pages.js').Page} Page */
/** @typedef {import('../../protocols/model/exchanges.js').Exchange} Exchange */
/** @typedef {import('../../insight/ledger/flow-ledger.js').FlowLedger} FlowLedger */
/** @typedef {import('../../insight/ledger/exchange.js').Exchange} TimedExchange */
/** @typedef {import('../../overview/pages/page-verdict.js').PageLeg} PageLeg */
/** @typedef {import('../../overview/pages/page-verdict.js').PageVerdict} PageVerdict */

/** Requests of a page whose critical path is looked for. */
export const MAX_VERDICT_REQUESTS = 20_000;

/**
 * A connection that carries requests of pages; times in ns, −1 where there is none.
 * @typedef {object} Carrier
 * @property {number} firstMessage index of its first message
 * @property {number} openNs
 * @property {number} openedNs end of the handshake, TLS's included
 * @property {number} roundTripNs of its path
 * @property {TimedExchange[]} timed what its ledger of time has
 * @property {Map<number, TimedExchange>} byMessage its requests
 */

const ns = (/** @type {number} */ seconds) => Math.round(seconds * 1e9);

/** Types of responses that name no others and run nothing. */
const INERT = /^(image|font|audio|video)\/|^application\/(x-)?font/i;

/** What held each page: its verdict and critical path, of a capture as it was when this was made. */
export class PageVerdicts {
  #ingest;
  #quic;
  #packetsLeft = MAX_EXAMINED_IN_ALL;
  /** By the name that users see. @type {Map<string|number, Carrier>} */
  #carriers = new Map();

  /** @param {import('../ingest.js').Ingest} ingest */
  constructor(ingest) {
    this.#ingest = ingest;
    this.#quic = QuicMessages.of(ingest);
  }

  /**
   * @param {Page} page
   * @returns {PageVerdict|null} null: it has too many requests, or took no time
   */
  of({ exchanges }) {
    if (exchanges.length > MAX_VERDICT_REQUESTS) return null;
    /** Of an URL, its latest request. @type {Map<string, number>} */
    const byUrl = new Map();
    /** Of the target of a redirect, the request that was redirected. @type {Map<string, number>} */
    const redirects = new Map();
    const legs = exchanges.map((exchange, place) => {
      const { request, response } = exchange;
      const url = urlKey(request);
      const referer = refererKey(request);
      const leg = this.#legOf(exchange, {
        redirect: redirects.get(url) ?? -1,
        referer: referer === null ? -1 : (byUrl.get(referer) ?? -1),
      });
      redirects.delete(url);
      byUrl.set(url, place);
      const target = response && redirectKey(response, request);
      if (target !== null) redirects.set(target, place);
      return leg;
    });
    return pageVerdict(legs, (leg, kind) => this.#blamed(leg, kind));
  }

  /**
   * @param {Exchange} exchange @param {Pick<PageLeg, 'redirect'|'referer'>} known
   * @returns {PageLeg}
   */
  #legOf({ request, response }, known) {
    const carrier = this.#carrierOf(request);
    const timed = carrier.byMessage.get(request.index);
    const isFirst = carrier.firstMessage === request.index;
    const lookUp = isFirst ? carrier.timed.find(({ kind }) => kind === 'name_look_up') : undefined;
    const requestNs = timed?.startNs ?? ns(request.start);
    const sentNs = Math.max(requestNs, ns(request.end));
    const type = response?.contentType ?? '';
    const responseNs = response === null ? -1 : Math.max(sentNs, ns(response.start));
    const endNs = response === null ? sentNs : Math.max(responseNs, timed?.endNs ?? ns(response.end));
    return {
      ...known,
      message: request.index,
      connection: request.flow,
      name: `${request.method ?? ''} ${(request.target ?? '').split(/[?#]/, 1)[0]}`.trim(),
      host: request.host ?? '',
      askedNs: lookUp?.startNs ?? -1,
      lookedUpNs: lookUp?.endNs ?? -1,
      openNs: isFirst ? carrier.openNs : -1,
      openedNs: isFirst ? Math.min(carrier.openedNs, requestNs) : -1,
      requestNs,
      responseNs,
      endNs,
      isOrdered: protocolNamed(request.protocol)?.isMultiplexed !== true,
      isDocument: /^(text\/html|application\/xhtml|text\/css)/i.test(type),
      mayTrigger: response !== null && !INERT.test(type),
      roundTripNs: carrier.roundTripNs,
    };
  }

  /** @param {PageLeg} leg @param {'set_up'|'request'} kind */
  #blamed(leg, kind) {
    const carrier = /** @type {Carrier} */ (this.#carriers.get(leg.connection));
    if (kind === 'request') return carrier.byMessage.get(leg.message)?.intervals ?? [];
    return carrier.timed
      .filter((one) => one.kind === 'connection_setup' || one.kind === 'tls_setup')
      .flatMap(({ intervals }) => intervals);
  }

  /** @param {Exchange['request']} request */
  #carrierOf({ flow, index }) {
    const known = this.#carriers.get(flow);
    if (known !== undefined) return known;
    const ofQuic = this.#quic?.flowOf(index) ?? -1;
    const carrier = ofQuic < 0 ? this.#ofTcp(this.#ingest.messages.flowOf(index)) : this.#ofQuic(ofQuic);
    this.#carriers.set(flow, carrier);
    return carrier;
  }

  /** @param {number} index of the connection @returns {Carrier} */
  #ofTcp(index) {
    const { tcp, messages } = this.#ingest;
    const { startNs, openingNs, handshakeNs } = tcp.flows.at(index);
    const timed = this.#ledgerOf(index)?.exchanges ?? [];
    const tls = messages.tlsOf(index);
    const isOpened = handshakeNs > 0;
    const path = tcp.flows.direction(index, tcp.flows.clientEndpoint(index)).shortestRttNs;
    const setUps = timed.filter(({ kind }) => kind === 'connection_setup' || kind === 'tls_setup');
    const openedNs = setUps.reduce(
      (most, { endNs }) => Math.max(most, endNs),
      Math.max(openingNs + handshakeNs, tls?.readyNs ?? -1),
    );
    return {
      firstMessage: messages.messagesOf(index)[0] ?? -1,
      openNs: isOpened ? startNs : -1,
      openedNs: isOpened ? openedNs : -1,
      roundTripNs: path ?? (isOpened ? handshakeNs : -1),
      timed,
      byMessage: new Map(timed.flatMap((one) => (one.kind === 'request' ? [[one.row, one]] : []))),
    };
  }

  /** @param {number} connection index @returns {Carrier} */
  #ofQuic(connection) {
    const [first] = /** @type {QuicMessages} */ (this.#quic).entriesOf(connection, 1);
    const [openNs, openedNs] = first?.connectNs ?? [-1, -1];
    return {
      firstMessage: first?.exchange.request.index ?? -1,
      openNs,
      openedNs,
      roundTripNs: first?.rttNs ?? -1,
      timed: [],
      byMessage: new Map(),
    };
  }

  /** @param {number} index @returns {FlowLedger|null} null: the connections so far had too many packets */
  #ledgerOf(index) {
    const { tcp, messages, muxCredit, verdicts } = this.#ingest;
    const { packets } = tcp.flows.at(index);
    if (packets > this.#packetsLeft) return null;
    this.#packetsLeft -= packets;
    verdicts.refresh(index);
    return look({ tcp, messages, muxCredit }, index, verdicts.found(index)).ledger();
  }
}

/**
 * Pages as `analyze --pages` prints them.
 * @param {Pick<import('../capture-analysis.js').CaptureAnalysis, 'ingest'|'messages'>} analysis
 */
export function* describedPages({ ingest, messages }) {
  const verdicts = new PageVerdicts(ingest);
  for (const { page, summary } of messages.pages()) yield { ...summary, verdict: verdicts.of(page) };
}
