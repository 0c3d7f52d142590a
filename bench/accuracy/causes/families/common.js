/** What families of scenarios share: hosts, links, ordinary traffic. */

/** @typedef {import('../lot.js').Lot} Lot */
/** @typedef {import('../../../../lib/simulator/scenario/run.js').Scenario} Scenario */
/** @typedef {import('../../../../lib/simulator/scenario/run.js').Traffic} Traffic */
/** @typedef {import('../../../../lib/simulator/scenario/link-options.js').ScenarioLink} ScenarioLink */
/** @typedef {import('../../../../lib/simulator/middlebox/boxes.js').BoxOptions} BoxOptions */
/** @typedef {Partial<import('../../../../lib/simulator/tcp/profiles.js').TcpFeatures>} Tcp */
/** @typedef {import('../../../../lib/simulator/ledger/walk.js').Charges} Charges */
/** @typedef {import('../faults.js').Fault} Fault */
/** @typedef {'client'|'middle'|'server'} Tap */
/**
 * What a family makes for a scenario.
 * @typedef {object} Plan
 * @property {readonly string[]} [codes] first sentences that are true: of findings, or limits
 * @property {RegExp} [says] a first sentence that is true whatever the code of its kind
 * @property {boolean} [isOnly] nothing else is: the rest of the truth is no answer
 * @property {readonly string[]} [beyond] what is true besides at taps on the server's side of the box
 * @property {boolean} [mayHide] where a packet was dropped before it came to the tap, nothing of it shows there: then
 *   "nothing wrong" is true
 * @property {Traffic} traffic
 * @property {BoxOptions} [box] between client and server
 * @property {BoxOptions} [atServer] in the server's host
 * @property {BoxOptions} [atClient] in the client's host
 * @property {Partial<ScenarioLink>} [down] of the bottleneck, to the client
 * @property {Partial<ScenarioLink>} [up]
 * @property {boolean} [isAboveTcp] its waits are flow control above TCP, of which the true ledger does not know
 * @property {Tcp} [clientTcp]
 * @property {Tcp} [serverTcp]
 * @property {Charges} [charges]
 * @property {number} [rttMs]
 * @property {number} [rateKbps]
 * @property {number} [seconds] the run takes at most
 * @property {readonly Fault[]} [faults] of each capture
 * @property {readonly Tap[]} [taps] those that can show it
 */
/** @typedef {(lot: Lot) => Plan} Family */

/** What may be said where an answer did not come. */
export const UNANSWERED = [
  'request_unanswered',
  'data_unanswered',
  'client_gave_up',
  'half_open',
  'no_data',
  'response_lost',
];

/** @param {Lot} lot @returns {Traffic} requests of an API, answered soon */
export const api = (lot) => ({
  kind: 'service',
  requests: lot.times(lot.between(4, 12), () => ({
    requestBytes: lot.between(80, 600),
    responseBytes: lot.between(200, 4000),
    serverMs: lot.between(1, 15),
  })),
});

/** @param {Lot} lot @param {number} [least] @param {number} [most] @returns {Traffic} one large answer */
export const download = (lot, least = 60_000, most = 300_000) => ({
  kind: 'service',
  requests: [
    { requestBytes: lot.between(80, 400), responseBytes: lot.between(least, most), serverMs: lot.between(1, 10) },
  ],
});

/** @param {Lot} lot @returns {Traffic} */
export const upload = (lot) => ({ kind: 'bulk', from: 'client', bytes: lot.between(60_000, 250_000) });

/** @param {Lot} lot @returns {Traffic} questions and answers of a protocol that nobody knows */
export const turns = (lot) => ({
  kind: 'service',
  protocol: 'opaque',
  requests: lot.times(lot.between(8, 20), () => ({
    requestBytes: lot.between(20, 300),
    responseBytes: lot.between(50, 1200),
    serverMs: lot.between(1, 8),
  })),
});

/** @param {Lot} lot @returns {Traffic} whichever */
export const anyTraffic = (lot) => lot.one([api, download, upload, turns])(lot);
/** @param {Lot} lot @returns {Traffic} questions and answers */
export const anyService = (lot) => lot.one([api, turns])(lot);
/** @param {Lot} lot @returns {Traffic} many bytes one way */
export const anyTransfer = (lot) => lot.one([download, upload])(lot);
/** @param {Traffic} traffic @returns {boolean} its data go to the client */
export const isDown = (traffic) => traffic.kind !== 'bulk' || traffic.from === 'server';
