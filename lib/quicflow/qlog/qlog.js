/**
 * qlog: what an end, or an observer, wrote of its QUIC connections (draft-ietf-quic-qlog-main-schema 0.1 to 0.4, and
 * drafts before), as aioquic, quic-go, quiche, quinn, ngtcp2, neqo and others do.
 */
import { Clock } from './clock.js';
import { framesOf } from './frames.js';
import { GroupJoiner } from './groups.js';
import {
  MAX_QLOG_CONNECTIONS,
  MAX_QLOG_EVENT_FIELDS,
  MAX_QLOG_METRICS,
  MAX_QLOG_PACKETS,
  MAX_QLOG_PARAMETERS,
} from './limits.js';
import { MetricReader } from './metrics.js';
import { QlogError, readRecords } from './records.js';
import { INITIAL, MetricEvents, PACKET_EVENT, PACKET_TYPES, PacketEvents } from './tables.js';
import { fieldsOf, listOf, numberOf, textOf } from './values.js';

/** @typedef {import('./values.js').Fields} Fields */

/**
 * Events of a trace under one identifier of a connection.
 * @typedef {object} Group
 * @property {number} index
 * @property {string|null} id
 * @property {string|null} asked the destination of its first Initial: of the client's, where the log has it
 * @property {Trace} trace
 * @property {MetricReader} metrics
 * @property {Record<'local'|'remote', Record<string, number|string|boolean>>} parameters transport parameters
 * @property {string[]} versions
 * @property {string|null} alpn
 * @property {{ by: 'local'|'remote'|null, layer: 'transport'|'application'|null, code: number|null, reason:
 *   string|null }|null} closed
 * @property {number} connection the index of the first group of its connection
 */

/**
 * @typedef {object} Trace
 * @property {'client'|'server'|'network'|'unknown'} vantage
 * @property {'client'|'server'|null} follows whose data a log of the network follows
 * @property {string|null} title
 * @property {string|null} id
 * @property {Clock} clock
 */

/** Names of events without their category, which moved between drafts: what they tell of a packet. */
const PACKET_EVENTS = new Map([
  ['packet_sent', PACKET_EVENT.SENT],
  ['packet_received', PACKET_EVENT.RECEIVED],
  ['packet_lost', PACKET_EVENT.LOST],
  ['spurious_loss', PACKET_EVENT.SPURIOUSLY_LOST],
  ['spurious_loss_detected', PACKET_EVENT.SPURIOUSLY_LOST],
]);
const METRICS = new Set(['metrics_updated', 'recovery_metrics_updated', 'metric_update']);

/** By qlog's trigger: as `analyze --packets` calls the cause. @type {ReadonlyMap<string, string>} */
const CAUSES = new Map([
  ['reordering_threshold', 'packet_threshold'],
  ['time_threshold', 'time_threshold'],
  ['pto_expired', 'pto'],
]);

export class QlogReader {
  packets = new PacketEvents();
  metrics = new MetricEvents();
  /** @type {Group[]} */
  groups = [];
  #joiner = new GroupJoiner();
  /** Events beyond a limit. */
  left = 0;
  /** @type {Map<string, Group>} */
  #byId = new Map();
  /** @type {Trace|null} */
  #trace = null;
  /** Names of the places in events that are arrays. @type {string[]} */
  #eventFields = [];
  #keepsFrames;

  /** @param {{ keepsFrames?: boolean }} [options] whether what packets carried is kept: most of the memory */
  constructor({ keepsFrames = true } = {}) {
    this.#keepsFrames = keepsFrames;
  }

  /** @param {Fields} record a head, a document, or an event */
  take(record) {
    if (Array.isArray(record.traces)) for (const trace of record.traces) this.#takeTrace(fieldsOf(trace), record);
    else if (record.trace !== undefined) this.#takeTrace(fieldsOf(record.trace), record);
    else if (this.#trace !== null) this.#takeEvent(record);
  }

  /** @param {Fields} trace @param {Fields} file */
  #takeTrace(trace, file) {
    const common = { ...fieldsOf(trace.configuration), ...fieldsOf(trace.common_fields) };
    const point = fieldsOf(trace.vantage_point);
    const vantage = textOf(point.type) ?? '';
    this.#byId = new Map();
    this.#trace = {
      vantage: vantage === 'client' || vantage === 'server' || vantage === 'network' ? vantage : 'unknown',
      follows: point.flow === 'client' || point.flow === 'server' ? point.flow : null,
      title: textOf(point.name, file.code_version, trace.title, file.title),
      id: textOf(common.ODCID, common.group_id, fieldsOf(common.group_ids).ODCID),
      clock: new Clock(common),
    };
    this.#eventFields = listOf(trace.event_fields)
      .slice(0, MAX_QLOG_EVENT_FIELDS)
      .map((name) => String(name).toLowerCase());
    for (const event of listOf(trace.events)) this.#takeEvent(event);
  }

  /** @param {any} event an object, in early drafts an array */
  #takeEvent(event) {
    const fields = Array.isArray(event) ? this.#named(event) : fieldsOf(event);
    const name = textOf(fields.name, fields.event, fields.event_type)?.toLowerCase() ?? '';
    const group = this.#groupOf(textOf(fields.group_id, fields.ODCID) ?? this.#trace?.id ?? null);
    if (group === null) return;
    const timeNs = group.trace.clock.ns(numberOf(fields.time, fields.relative_time, fields.delta_time));
    const data = fieldsOf(fields.data);
    const bare = name.slice(name.lastIndexOf(':') + 1);
    const kind = PACKET_EVENTS.get(bare);
    const hasTime = !Number.isNaN(timeNs);
    if (kind !== undefined && hasTime) this.#takePacket(kind, data, timeNs, group);
    else if (METRICS.has(bare) && hasTime) this.#takeMetrics(data, timeNs, group);
    else takeFact(bare, data, group);
  }

  /** @param {any[]} event @returns {Fields} */
  #named(event) {
    const fields = Object.fromEntries(this.#eventFields.map((name, place) => [name, event[place]]));
    return {
      ...fields,
      name: `${textOf(fields.category) ?? ''}:${textOf(fields.name, fields.event, fields.event_type) ?? ''}`,
    };
  }

  /** @param {string|null} id @returns {Group|null} null: there are too many */
  #groupOf(id) {
    const known = this.#byId.get(id ?? '');
    if (known !== undefined) return known;
    if (this.#trace === null || this.groups.length >= MAX_QLOG_CONNECTIONS) {
      this.left++;
      return null;
    }
    /** @type {Group} */
    const group = {
      index: this.groups.length,
      id,
      asked: null,
      trace: this.#trace,
      metrics: new MetricReader(),
      parameters: { local: {}, remote: {} },
      versions: [],
      alpn: null,
      closed: null,
      connection: this.groups.length,
    };
    this.groups.push(group);
    this.#byId.set(id ?? '', group);
    return group;
  }

  /** @param {number} kind of `PACKET_EVENT` @param {Fields} data @param {number} timeNs @param {Group} group */
  #takePacket(kind, data, timeNs, group) {
    const { packets } = this;
    const header = fieldsOf(data.header);
    const name = textOf(header.packet_type, data.packet_type, data.type)?.toLowerCase() ?? '1rtt';
    const type = PACKET_TYPES.indexOf(/** @type {any} */ (name));
    if (type < 0 || packets.count >= MAX_QLOG_PACKETS) {
      this.left++;
      return;
    }
    const row = packets.append();
    const { columns } = packets;
    columns.timeNs[row] = timeNs;
    columns.group[row] = group.index;
    columns.event[row] = kind;
    columns.type[row] = type;
    columns.pn[row] = numberOf(header.packet_number, data.packet_number, -1);
    columns.length[row] = numberOf(fieldsOf(data.raw).length, header.length, header.packet_size, data.packet_size, -1);
    if (this.#keepsFrames) packets.frames[row] = framesOf(data.frames);
    if (type === INITIAL) group.asked ??= textOf(header.dcid);
    const cause = CAUSES.get(textOf(data.trigger) ?? '');
    if (cause !== undefined && kind === PACKET_EVENT.LOST) packets.causes.set(row, cause);
    const continued = this.#joiner.take(group, kind, type, columns.pn[row]);
    if (continued === null) return;
    group.connection = continued.connection;
    group.metrics = continued.metrics;
  }

  /** @param {Fields} data @param {number} timeNs @param {Group} group */
  #takeMetrics(data, timeNs, group) {
    if (this.metrics.count >= MAX_QLOG_METRICS) {
      this.left++;
      return;
    }
    const row = this.metrics.append();
    this.metrics.columns.timeNs[row] = timeNs;
    this.metrics.columns.group[row] = group.index;
    group.metrics.take(data, this.metrics.columns, row);
  }
}

/** @param {string} name of an event @param {Fields} data @param {Group} group */
function takeFact(name, data, group) {
  if (name === 'parameters_set' || name === 'transport_parameters_update') takeParameters(data, group);
  else if (name === 'version_information') {
    const version = versionOf(data.chosen_version);
    if (version !== null && !group.versions.includes(version)) group.versions.push(version);
  } else if (name === 'alpn_information') {
    group.alpn = textOf(data.chosen_alpn, fieldsOf(data.chosen_alpn).string_value) ?? group.alpn;
  } else if (name === 'connection_closed') {
    const by = textOf(data.initiator, data.owner);
    const isApplication = data.application_code !== undefined || data.application_error !== undefined;
    const code = numberOf(data.error_code, data.application_code, data.connection_code);
    const layer = isApplication ? 'application' : 'transport';
    group.closed ??= {
      by: by === 'local' || by === 'remote' ? by : null,
      layer: Number.isNaN(code) ? null : layer,
      code: Number.isNaN(code) ? null : code,
      reason: textOf(data.reason) || null,
    };
  }
}

/** @param {unknown} version a number, or a text in hexadecimal @returns {string|null} like 0x00000001 */
function versionOf(version) {
  const number = typeof version === 'string' ? parseInt(version, 16) : numberOf(version);
  return Number.isNaN(number) ? null : `0x${number.toString(16).padStart(8, '0')}`;
}

/** @param {Fields} data @param {Group} group */
function takeParameters(data, group) {
  const known = group.parameters[textOf(data.owner, data.initiator) === 'remote' ? 'remote' : 'local'];
  for (const [name, value] of Object.entries(data)) {
    if (name === 'owner' || name === 'initiator' || Object.keys(known).length >= MAX_QLOG_PARAMETERS) continue;
    if (typeof value === 'number' || typeof value === 'boolean') known[name] = value;
    else if (typeof value === 'string') known[name] = textOf(value) ?? '';
  }
}

/**
 * @param {Uint8Array} bytes of a file, decompressed
 * @param {ConstructorParameters<typeof QlogReader>[0]} [options]
 * @returns {QlogReader & { isCut: boolean, skipped: number }} isCut: it ends inside a record; skipped: records that
 *   cannot be read
 * @throws {QlogError} it is no qlog, or has no packets
 */
export function readQlog(bytes, options) {
  const reader = new QlogReader(options);
  const read = readRecords(bytes, (record) => reader.take(record));
  if (reader.packets.count === 0) throw new QlogError('The qlog has no QUIC packets.');
  return Object.assign(reader, read);
}
