import { ScenarioError } from '../../../lib/simulator/scenario/check.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';

const GOOD = {
  path: [{ name: 'path', clientToServer: { delayMs: 10 } }],
  traffic: [{ kind: 'bulk', from: 'client', bytes: 1000 }],
};

/** @param {object} more @param {object[]} [after] of the second object */
const page = (more, after = []) => ({
  ...GOOD,
  traffic: [
    { kind: 'page', protocol: 'http/1.0', objects: [{ responseBytes: 10 }, { responseBytes: 10, after }], ...more },
  ],
});

test('a scenario that says little is enough', () => {
  expect(checkScenario(GOOD)).toEqual(GOOD);
});

test.each([
  ['the scenario must be an object', []],
  ['path is missing', { traffic: GOOD.traffic }],
  ['sede is not known', { ...GOOD, sede: 1 }],
  ['seed must be a whole number', { ...GOOD, seed: 1.5 }],
  ['path must have 1 or more entries', { ...GOOD, path: [] }],
  [
    'path[0].clientToServer.rateKbps must be a number above 0',
    { ...GOOD, path: [{ name: 'path', clientToServer: { rateKbps: 0 } }] },
  ],
  [
    'path[0].serverToClient.loss must be a number of 1 or less',
    { ...GOOD, path: [{ name: 'path', serverToClient: { loss: 2 } }] },
  ],
  [
    'path[0].serverToClient.burstLoss.leave is missing',
    { ...GOOD, path: [{ name: 'path', serverToClient: { burstLoss: { enter: 0.1 } } }] },
  ],
  [
    'path[0].clientToServer must not have both rateKbps and rateTrace',
    { ...GOOD, path: [{ name: 'path', clientToServer: { rateKbps: 1, rateTrace: [1] } }] },
  ],
  [
    'path[0].clientToServer.rateTrace[1] must be a whole number',
    { ...GOOD, path: [{ name: 'path', clientToServer: { rateTrace: [1, 1.5] } }] },
  ],
  [
    'path[0].clientToServer.rateTrace[2] must not be less than the one before',
    { ...GOOD, path: [{ name: 'path', clientToServer: { rateTrace: [1, 5, 4] } }] },
  ],
  [
    'path[0].clientToServer.rateTrace[1] must be above 0',
    { ...GOOD, path: [{ name: 'path', clientToServer: { rateTrace: [0, 0] } }] },
  ],
  [
    'path[0].clientToServer.codel.targetMs must be a number of 0.001 or more',
    { ...GOOD, path: [{ name: 'path', clientToServer: { codel: { targetMs: 0 } } }] },
  ],
  [
    'path[0].clientToServer.reorder.delayMs is missing',
    { ...GOOD, path: [{ name: 'path', clientToServer: { reorder: { share: 0.1 } } }] },
  ],
  [
    'path[0].clientToServer.duplicate must be a number of 1 or less',
    { ...GOOD, path: [{ name: 'path', clientToServer: { duplicate: 2 } }] },
  ],
  [
    'path[0].clientToServer.pauses[1].atMs must not be before the end of the pause before',
    {
      ...GOOD,
      path: [
        {
          name: 'path',
          clientToServer: {
            pauses: [
              { atMs: 5, forMs: 10 },
              { atMs: 14, forMs: 1 },
            ],
          },
        },
      ],
    },
  ],
  [
    'path[0].serverToClient.stalls[1].atMs must not be before the end of the pause before',
    {
      ...GOOD,
      path: [
        {
          name: 'path',
          serverToClient: {
            stalls: [
              { atMs: 5, forMs: 10 },
              { atMs: 14, forMs: 1 },
            ],
          },
        },
      ],
    },
  ],
  [
    'traffic[0].reader must have bytes and everyMs, or pauses',
    { ...GOOD, traffic: [{ kind: 'bulk', from: 'client', bytes: 1, reader: {} }] },
  ],
  [
    'traffic[0].reader must have both bytes and everyMs, or neither',
    { ...GOOD, traffic: [{ kind: 'bulk', from: 'client', bytes: 1, reader: { bytes: 1, pauses: [] } }] },
  ],
  ['hosts.client.tcp.frto must be true or false', { ...GOOD, hosts: { client: { tcp: { frto: 'yes' } } } }],
  ['path[1].name must be a name of its own', { ...GOOD, path: [{ name: 'a' }, { name: 'a' }] }],
  ['path[0].name must be letters', { ...GOOD, path: [{ name: '../a' }] }],
  [
    'hosts.server.profile must be one of: bsd-1998, linux-2010, linux-2026',
    { ...GOOD, hosts: { server: { profile: 'linux' } } },
  ],
  ['hosts.client.tcp.sack must be true or false', { ...GOOD, hosts: { client: { tcp: { sack: 1 } } } }],
  ['traffic[0].kind must be one of: bulk, dialogue, parcels, http', { ...GOOD, traffic: [{ kind: 'ftp' }] }],
  ['traffic[0].kind is missing', { ...GOOD, traffic: [{}] }],
  ['traffic[0] must have either bytes or writes', { ...GOOD, traffic: [{ kind: 'bulk', from: 'client' }] }],
  ['traffic[0].requests[0].responseBytes is missing', { ...GOOD, traffic: [{ kind: 'http', requests: [{}] }] }],
  ['traffic[0].objects[1].after[0].object must be the number of an object before it', page({}, [{ object: 1 }])],
  ['traffic[0].objects[1].after[0].bytes must be there with when "bytes"', page({}, [{ object: 0, when: 'bytes' }])],
  [
    'traffic[0].objects[1].after[0].bytes must not be more than the 10 bytes',
    page({}, [{ object: 0, when: 'bytes', bytes: 11 }]),
  ],
  ['traffic[0].mux goes with protocol "mux"', page({ mux: {} })],
  ['traffic[0].http2 goes with protocol "http/2"', page({ http2: {} })],
  ['traffic[0].pipelining goes with protocol "http/1.1"', page({ protocol: 'mux', pipelining: 2 })],
  ['traffic[0].mux.format must be one of: 1996, 1998', page({ protocol: 'mux', mux: { format: 'w96' } })],
  [
    'traffic[0].objects[0].origin must be a host name',
    { ...GOOD, traffic: [{ kind: 'page', protocol: 'http/2', objects: [{ responseBytes: 1, origin: 'a\r\nb' }] }] },
  ],
  [
    'traffic must not be more than',
    {
      ...GOOD,
      traffic: [
        { kind: 'bulk', from: 'client', bytes: 2 ** 30 },
        { kind: 'bulk', from: 'client', bytes: 1 },
      ],
    },
  ],
  ['taps[0].at must be one of: client, server, path', { ...GOOD, taps: [{ at: 'middle' }] }],
])('%s', (message, scenario) => {
  expect(() => checkScenario(scenario)).toThrow(ScenarioError);
  expect(() => checkScenario(scenario)).toThrow(message);
});
