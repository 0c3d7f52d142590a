import { PARCEL_BYTES } from '../applications/parcels/sender.js';
import { DATA_HEADER_BYTES } from '../applications/parcels/wire.js';
import { PROFILES } from '../tcp/profiles.js';
import { BOX } from './box-schema.js';
import { check, refuse } from './check.js';
import { LINK, READER } from './link-schema.js';
import { PAGE } from './page-schema.js';
import { checkProxies, PROXY } from './proxy-schema.js';
import { BYTES, LONGEST_SECONDS, MAX_SCENARIO_BYTES, MILLISECONDS } from './rules.js';
import { SERVICE } from './service-schema.js';

/** @typedef {import('./check.js').Rule} Rule */

/** Requests of a scenario. */
export const MAX_SCENARIO_REQUESTS = 100_000;

/** Of data in a datagram: it is not to be fragmented on Ethernet. */
const MAX_PACKET_BYTES = 1500 - 28 - DATA_HEADER_BYTES;

/** @type {Record<keyof import('../tcp/profiles.js').TcpFeatures, Rule>} */
const TCP_FIELDS = {
  mss: { type: 'integer', min: 64, max: 1460 },
  initialWindowSegments: { type: 'integer', min: 1, max: 1000 },
  maxWindowSegments: { type: 'integer', min: 1, max: 2 ** 32 },
  congestionControl: { type: 'string', values: ['reno', 'cubic'] },
  windowGrowth: { type: 'string', values: ['ack', 'segments'] },
  hystart: { type: 'boolean' },
  fastRecovery: { type: 'string', values: ['none', 'reno', 'newreno'] },
  limitedTransmit: { type: 'boolean' },
  sack: { type: 'boolean' },
  rack: { type: 'boolean' },
  tlp: { type: 'boolean' },
  frto: { type: 'boolean' },
  eifel: { type: 'boolean' },
  dsackUndo: { type: 'boolean' },
  ecn: { type: 'string', values: ['off', 'accept', 'request'] },
  recoveryWindow: { type: 'string', values: ['ssthresh', 'rate-halving', 'prr'] },
  initialRtoMs: { ...MILLISECONDS, min: 1 },
  minRtoMs: { ...MILLISECONDS, min: 1 },
  maxRtoMs: { ...MILLISECONDS, min: 1 },
  rtoFloor: { type: 'string', values: ['srtt', 'variation'] },
  rtoTickMs: MILLISECONDS,
  delayedAckSegments: { type: 'integer', min: 1, max: 100 },
  delayedAckMs: { ...MILLISECONDS, min: 1, max: 500 },
  delayedAckGrid: { type: 'boolean' },
  quickAcks: { type: 'integer', min: 0 },
  quickAckGrowth: { type: 'boolean' },
  windowUpdates: { type: 'string', values: ['segments', 'doubled'] },
  nagle: { type: 'boolean' },
  idleRestart: { type: 'string', values: ['off', 'restart', 'decay'] },
  windowValidation: { type: 'boolean' },
  pacing: { type: 'boolean' },
  windowScaling: { type: 'boolean' },
  receiveWindowBytes: { type: 'integer', min: 128, max: 65_535 * 2 ** 14 },
  maxReceiveWindowBytes: { type: 'integer', min: 128, max: 65_535 * 2 ** 14 },
  receiveAutotuning: { type: 'boolean' },
  timestamps: { type: 'boolean' },
  deferAccept: { type: 'boolean' },
  md5Key: { type: 'integer', min: 0, max: 255 },
};

/** @type {Rule} */
const HOST = {
  type: 'object',
  fields: { profile: { type: 'string', values: Object.keys(PROFILES) }, tcp: { type: 'object', fields: TCP_FIELDS } },
};

/** @type {Record<string, Rule>} */
const TRAFFIC = {
  bulk: {
    type: 'object',
    required: ['kind', 'from'],
    fields: {
      kind: { type: 'string' },
      from: { type: 'string', values: ['client', 'server'] },
      bytes: BYTES,
      startMs: MILLISECONDS,
      reset: { type: 'boolean' },
      writes: {
        type: 'list',
        minItems: 1,
        items: { type: 'object', fields: { atMs: MILLISECONDS, bytes: BYTES }, required: ['atMs', 'bytes'] },
      },
      reader: READER,
    },
    also: ({ bytes, writes }, path) => {
      if ((bytes === undefined) === (writes === undefined)) refuse(path, 'must have either bytes or writes');
    },
  },
  dialogue: {
    type: 'object',
    required: ['kind', 'turns'],
    fields: {
      kind: { type: 'string' },
      startMs: MILLISECONDS,
      turns: {
        type: 'list',
        minItems: 1,
        items: {
          type: 'object',
          required: ['from', 'bytes'],
          fields: {
            from: { type: 'string', values: ['client', 'server'] },
            bytes: BYTES,
            after: { type: 'integer', min: 0 },
            waitMs: MILLISECONDS,
            pauseMs: MILLISECONDS,
          },
        },
      },
    },
    also: checkTurns,
  },
  parcels: {
    type: 'object',
    required: ['kind', 'from', 'parcels', 'window'],
    fields: {
      kind: { type: 'string' },
      from: { type: 'string', values: ['client', 'server'] },
      parcels: { type: 'integer', min: 1, max: 1e6 },
      parcelBytes: { type: 'integer', min: 1, max: 2 ** 24 },
      packetBytes: { type: 'integer', min: 1, max: MAX_PACKET_BYTES },
      timeoutMs: { ...MILLISECONDS, min: 1 },
      startMs: MILLISECONDS,
      window: {
        type: 'list',
        minItems: 1,
        items: {
          type: 'object',
          fields: { packets: { type: 'integer', min: 1, max: 100_000 }, forMs: MILLISECONDS },
          required: ['packets'],
        },
      },
      ackTimer: {
        type: 'object',
        fields: { mode: { type: 'string', values: ['grid', 'after-first'] }, everyMs: { ...MILLISECONDS, min: 1 } },
        required: ['mode', 'everyMs'],
      },
    },
  },
  http: {
    type: 'object',
    required: ['kind', 'requests'],
    fields: {
      kind: { type: 'string' },
      connections: { type: 'integer', min: 1, max: 1000 },
      pipelining: { type: 'integer', min: 1, max: 1000 },
      keepAlive: { type: 'boolean' },
      version: { type: 'string', values: ['1.0', '1.1'] },
      startMs: MILLISECONDS,
      thinkMs: MILLISECONDS,
      requests: {
        type: 'list',
        minItems: 1,
        items: {
          type: 'object',
          required: ['responseBytes'],
          fields: { requestBytes: BYTES, responseBytes: BYTES, serverMs: MILLISECONDS },
        },
      },
    },
  },
  page: PAGE,
  proxy: PROXY,
  service: SERVICE,
};

/**
 * A turn cannot wait for more than the other end sends.
 * @param {import('../applications/dialogue.js').DialogueTraffic} value
 * @param {string} path
 */
function checkTurns({ turns }, path) {
  const sentBytes = { client: 0, server: 0 };
  for (const { from, bytes } of turns) sentBytes[from] += bytes;
  turns.forEach(({ from, after = 0 }, index) => {
    const others = sentBytes[from === 'client' ? 'server' : 'client'];
    if (after > others) {
      refuse(`${path}.turns[${index}].after`, `must not be more than the ${others} bytes that the other end says`);
    }
  });
}

/** @param {any} value @param {string} path */
function checkTraffic(value, path) {
  if (typeof value !== 'object' || value === null) refuse(path, 'must be an object');
  check(
    value.kind ?? refuse(`${path}.kind`, 'is missing'),
    { type: 'string', values: Object.keys(TRAFFIC) },
    `${path}.kind`,
  );
  check(value, TRAFFIC[value.kind], path);
}

/** @type {Rule} */
const SCENARIO = {
  type: 'object',
  required: ['path', 'traffic'],
  fields: {
    title: { type: 'string' },
    seed: { type: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER },
    durationSeconds: { type: 'number', isPositive: true, max: LONGEST_SECONDS },
    path: {
      type: 'list',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name'],
        fields: { name: { type: 'string' }, clientToServer: LINK, serverToClient: LINK, box: BOX },
        also: ({ box, clientToServer, serverToClient }, path) => {
          if (box && (clientToServer || serverToClient)) refuse(path, 'must be either a box or a link');
        },
      },
    },
    hosts: { type: 'object', fields: { client: HOST, server: HOST } },
    traffic: { type: 'list', minItems: 1, items: { type: 'any', also: checkTraffic } },
    taps: {
      type: 'list',
      items: {
        type: 'object',
        required: ['at'],
        fields: { at: { type: 'string' }, snapLength: { type: 'integer', min: 54, max: 262_144 } },
      },
    },
  },
};

/**
 * @param {unknown} value parsed JSON
 * @returns {import('./run.js').Scenario}
 * @throws {import('./check.js').ScenarioError} names the field
 */
export function checkScenario(value) {
  check(value, SCENARIO);
  const scenario = /** @type {import('./run.js').Scenario} */ (value);
  checkTaps(scenario);
  checkProxies(scenario);
  checkSplits(scenario);
  checkSize(scenario);
  return scenario;
}

/** @param {import('./run.js').Scenario} scenario */
function checkSplits({ path, traffic }) {
  traffic.forEach((one, index) => {
    if (one.kind !== 'service' || one.splitAt === undefined) return;
    const at = path.findIndex(({ name }) => name === one.splitAt);
    if (at < 0 || at === path.length - 1) refuse(`traffic[${index}].splitAt`, 'must be a hop of the path but the last');
  });
}

/** @param {import('./run.js').Scenario} scenario */
function checkTaps({ taps = [], path }) {
  const names = path.map(({ name }) => name);
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index || name === 'client' || name === 'server') {
      refuse(`path[${index}].name`, 'must be a name of its own');
    }
    if (!/^[\w-]{1,64}$/.test(name)) refuse(`path[${index}].name`, 'must be letters, digits, - and _, 64 at most');
  });
  const places = ['client', 'server', ...names];
  taps.forEach(({ at }, index) => {
    if (!places.includes(at)) refuse(`taps[${index}].at`, `must be one of: ${places.join(', ')}`);
    if (taps.findIndex((tap) => tap.at === at) !== index) refuse(`taps[${index}].at`, 'is there twice');
  });
}

/** @param {import('./run.js').Scenario} scenario */
function checkSize({ traffic }) {
  let bytes = 0;
  let requests = 0;
  for (const one of traffic) {
    if (one.kind === 'http' || one.kind === 'proxy' || one.kind === 'page' || one.kind === 'service') {
      const asked = one.kind === 'page' ? one.objects : one.requests;
      const times = one.kind === 'service' ? (one.connections ?? 1) : 1;
      requests += times * asked.length;
      bytes +=
        times * asked.reduce((sum, { requestBytes = 0, responseBytes }) => sum + requestBytes + responseBytes, 0);
    } else if (one.kind === 'parcels') bytes += one.parcels * (one.parcelBytes ?? PARCEL_BYTES);
    else if (one.kind === 'dialogue') bytes += one.turns.reduce((sum, turn) => sum + turn.bytes, 0);
    else bytes += one.bytes ?? (one.writes ?? []).reduce((sum, write) => sum + write.bytes, 0);
  }
  if (bytes > MAX_SCENARIO_BYTES) refuse('traffic', `must not be more than ${MAX_SCENARIO_BYTES} bytes in all`);
  if (requests > MAX_SCENARIO_REQUESTS) {
    refuse('traffic', `must not be more than ${MAX_SCENARIO_REQUESTS} requests in all`);
  }
}
