import { LoadBuilder, LoadError } from './load.js';

/** @param {unknown} value @returns {number} 0 for an unknown time or size, HAR's −1 */
const known = (value) => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0);

/** @param {any} entry @returns {string} the server, as the URL names it; '' where nothing was asked of one */
function serverOf(entry) {
  return /^https?:\/\/([^/?#]+)/i.exec(String(entry?.request?.url))?.[1].toLowerCase() ?? '';
}

/** @param {any} response of an entry */
function responseBytes({ _transferSize: transferred, headersSize, bodySize, content }) {
  if (known(transferred) > 0) return known(transferred);
  return known(headersSize) + (known(bodySize) || known(content?.size));
}

/** Time to connect without TLS, which is a round trip, in ms. @param {any} timings */
const roundTripOf = (timings) => (known(timings?.connect) > 0 ? known(timings.connect) - known(timings?.ssl) : 0);

/** @param {any} entry */
function isAsked(entry) {
  return (
    serverOf(entry) !== '' &&
    Number.isFinite(Date.parse(entry.startedDateTime)) &&
    known(entry.response?.status) > 0 &&
    entry._fromCache === undefined
  );
}

/**
 * The requests of a HAR. Server time is the wait for the first byte minus a round trip, where connections to it show
 * one.
 * @param {any} har
 * @returns {import('./load.js').Load}
 * @throws {LoadError}
 */
export function loadOfHar(har) {
  const entries = har?.log?.entries;
  if (!Array.isArray(entries)) {
    throw new LoadError('It is JSON, but not a HAR: there is no list "log.entries". Export it again, or give a log.');
  }
  const asked = entries.filter(isAsked);
  /** @type {Map<string, number>} */
  const roundTripsMs = new Map();
  for (const entry of asked) {
    const roundTrip = roundTripOf(entry.timings);
    const server = serverOf(entry);
    if (roundTrip > 0) roundTripsMs.set(server, Math.min(roundTrip, roundTripsMs.get(server) ?? Infinity));
  }
  const builder = new LoadBuilder();
  for (const { startedDateTime, timings = {}, request, response, ...rest } of asked) {
    const beforeMs = known(timings?.blocked) + known(timings?.dns) + known(timings?.connect);
    const waitMs = known(timings?.wait) - (roundTripsMs.get(serverOf({ request, ...rest })) ?? 0);
    builder.add({
      startSeconds: (Date.parse(startedDateTime) + beforeMs) / 1000,
      requestBytes: known(request.headersSize) + known(request.bodySize),
      responseBytes: responseBytes(response),
      serverSeconds: waitMs / 1000,
    });
  }
  if (builder.count === 0) throw new LoadError('No entry of the HAR has a response from a server: give another.');
  const left = entries.length - builder.count;
  return builder.load('HAR', left === 0 ? [] : [`${left} entries without a response from a server: left out.`]);
}
