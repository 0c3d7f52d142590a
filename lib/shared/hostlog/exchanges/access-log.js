import { epochNsOf } from '../epoch.js';

/**
 * A line of a server's access log:
 *
 * - nginx and others: the combined format, or its beginning, then `name=value` with nginx's variables or their usual
 *   short names (`rt=0.210 uct="0.001" uht="0.200"`)
 * - HAProxy: `option httplog`
 * - Envoy: its default format
 * - any of them as JSON, by nginx's or Envoy's names
 */

/** @typedef {import('./exchange-table.js').LoggedExchange} LoggedExchange */
/** @typedef {Record<string, string>} Fields */

const [SECOND, MS] = [1e9, 1e6];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const REQUEST = String.raw`"([A-Z]{1,12}) ([^\s"]+)(?: [^"]*)?"`;
const COMBINED = new RegExp(String.raw`^\S+ \S+ .{0,100}?\[([^\]]{20,40})\] ${REQUEST} (\d{3})\b(.*)$`);
const HAPROXY = new RegExp(
  String.raw`(?:^|\s)\[?([\da-fA-F.:]+)\]?:(\d{1,5}) \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:.]{8,12})\] \S+ \S+ ` +
    String.raw`(-?\d+)\/(-?\d+)\/(-?\d+)\/(-?\d+)\/\+?(-?\d+) (\d{3}|-1) .*${REQUEST}`,
);
const ENVOY = new RegExp(String.raw`^\[(\d{4}-\d\d-\d\dT[\d:.]+Z)\] ${REQUEST} (\d+) \S+ (?:"[^"]*" )?(.*)$`);
const PAIR = /\b([a-z_]{1,40})[=:]"?([\d.,:; -]{1,200})"?/g;

/** @param {string} line @returns {LoggedExchange|null} null: it is none */
export function loggedExchange(line) {
  if (line.startsWith('{')) return ofJson(line);
  return ofHaproxy(line) ?? ofEnvoy(line) ?? ofCombined(line);
}

/** @param {string} line */
function ofHaproxy(line) {
  const found = HAPROXY.exec(line);
  if (found === null) return null;
  const [, , port, time, , queue, connect, upstream, , status, method, target] = found;
  const epochNs = clfEpochNs(time);
  if (epochNs === null) return null;
  const times = [queue, connect, upstream].map((ms) => (Number(ms) < 0 ? null : Number(ms) * MS));
  return row(method, target, status, {
    ...{ epochNs, isEnd: false, resolutionNs: MS, hasZone: false, clientPort: Number(port) },
    ...{ queueNs: times[0], connectNs: times[1], upstreamNs: times[2] },
  });
}

/** @param {string} line */
function ofEnvoy(line) {
  const found = ENVOY.exec(line);
  if (found === null) return null;
  const [, time, method, target, status, rest] = found;
  const epochNs = epochNsOf(time);
  const [, , , service] = /\b(\d{1,15}) (\d{1,15}) (\d{1,15}) (\d{1,15}|-)/.exec(rest)?.slice(1) ?? [];
  if (epochNs === null || service === undefined) return null;
  const upstreamNs = service === '-' ? null : Number(service) * MS;
  return row(method, target, status, { epochNs, isEnd: false, resolutionNs: MS, hasZone: true, upstreamNs });
}

/** @param {string} line */
function ofCombined(line) {
  const found = COMBINED.exec(line);
  if (found === null) return null;
  const [, time, method, target, status, rest] = found;
  /** @type {Fields} */
  const fields = {};
  for (const [, name, value] of rest.matchAll(PAIR)) fields[name] ??= value;
  return ofFields(fields, { method, target, status, clock: clfEpochNs(time) });
}

/** @param {string} line */
function ofJson(line) {
  /** @type {Fields} */
  let fields;
  try {
    fields = JSON.parse(line);
  } catch {
    return null;
  }
  const text = (/** @type {string[]} */ ...names) => {
    const name = names.find((one) => fields[one] !== undefined && fields[one] !== null);
    return name === undefined ? '' : String(fields[name]);
  };
  const [, first, second] = /^([A-Z]+) (\S+)/.exec(text('request')) ?? [];
  const time = text('time_iso8601', 'start_time', '@timestamp', 'time', 'timestamp', 'time_local');
  return ofFields(fields, {
    method: first ?? text('method', 'request_method'),
    target: second ?? text('path', 'uri', 'request_uri'),
    status: text('status', 'response_code'),
    clock: epochNsOf(time) ?? clfEpochNs(time),
    isStart: fields.start_time !== undefined,
  });
}

/**
 * @param {Fields} fields
 * @param {{ method: string, target: string, status: string, clock: bigint|null, isStart?: boolean }} known
 */
function ofFields(fields, { method, target, status, clock, isStart = false }) {
  const seconds = (/** @type {string[]} */ ...names) => sumOf(fields, names, SECOND);
  const msec = /^\d{9,11}\.\d{3}$/.test(String(fields.msec ?? '')) ? epochNsOf(String(fields.msec)) : null;
  const epochNs = msec ?? clock;
  if (epochNs === null || !/^[A-Z]{3,12}$/.test(method) || target === '') return null;
  const connectNs = seconds('upstream_connect_time', 'uct');
  const headNs = seconds('upstream_header_time', 'uht') ?? seconds('upstream_response_time', 'urt');
  // nginx counts the upstream's time from when it began to connect.
  const upstreamNs = headNs === null ? null : Math.max(0, headNs - (connectNs ?? 0));
  const port = Number(fields.remote_port ?? fields.rp);
  return row(method, target, status, {
    ...{ epochNs, isEnd: !isStart, hasZone: true },
    resolutionNs: msec !== null || epochNs % 1_000_000_000n !== 0n ? MS : SECOND,
    clientPort: Number.isInteger(port) && port > 0 ? port : null,
    connectNs,
    upstreamNs: upstreamNs ?? sumOf(fields, ['upstream_service_time', 'x_envoy_upstream_service_time'], MS),
  });
}

/**
 * @param {Fields} fields @param {readonly string[]} names @param {number} unitNs
 * @returns {number|null} of several upstreams ("0.010, 0.020 : 0.001") together; null: none is there
 */
function sumOf(fields, names, unitNs) {
  const name = names.find((one) => fields[one] !== undefined && fields[one] !== null);
  const numbers = name === undefined ? [] : (String(fields[name]).match(/\d+(\.\d+)?/g) ?? []);
  return numbers.length === 0 ? null : numbers.reduce((sum, text) => sum + Number(text), 0) * unitNs;
}

/**
 * @param {string} method @param {string} target @param {string} status
 * @param {Pick<LoggedExchange, 'epochNs'|'isEnd'|'resolutionNs'|'hasZone'> & Partial<LoggedExchange>} times
 * @returns {LoggedExchange}
 */
const row = (method, target, status, times) => ({
  method,
  target,
  status: Number(status) > 0 ? Number(status) : null,
  clientPort: null,
  queueNs: null,
  connectNs: null,
  upstreamNs: null,
  ...times,
});

/** @param {string} text "28/Nov/2026:21:20:03 +0000", or with a fraction and without a zone @returns {bigint|null} */
function clfEpochNs(text) {
  const found = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d)(\.\d{1,3})?(?: ([+-])(\d\d)(\d\d))?$/.exec(
    text,
  );
  if (found === null) return null;
  const [, day, month, year, hour, minute, second, fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = found;
  const at = MONTHS.indexOf(month);
  if (at < 0) return null;
  const utcMs = Date.UTC(Number(year), at, Number(day), Number(hour), Number(minute), Number(second));
  const zoneMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return BigInt(utcMs - zoneMs + Math.round(Number(fraction || 0) * 1000)) * 1_000_000n;
}
