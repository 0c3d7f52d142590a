import { ScenarioError } from '../../lib/simulator/scenario/check.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';

const GOOD = { path: [{ name: 'path', clientToServer: { delayMs: 10 } }], traffic: [{ kind: 'bulk', from: 'client', bytes: 1000 }] };

test('a scenario that says little is enough', () => {
  expect(checkScenario(GOOD)).toEqual(GOOD);
});

test.each([
  ['the scenario must be an object', []],
  ['path is missing', { traffic: GOOD.traffic }],
  ['sede is not known', { ...GOOD, sede: 1 }],
  ['seed must be a whole number', { ...GOOD, seed: 1.5 }],
  ['path must have 1 or more entries', { ...GOOD, path: [] }],
  ['path[0].clientToServer.rateKbps must be a number above 0', { ...GOOD, path: [{ name: 'path', clientToServer: { rateKbps: 0 } }] }],
  ['path[0].serverToClient.loss must be a number of 1 or less', { ...GOOD, path: [{ name: 'path', serverToClient: { loss: 2 } }] }],
  ['path[0].serverToClient.burstLoss.leave is missing', { ...GOOD, path: [{ name: 'path', serverToClient: { burstLoss: { enter: 0.1 } } }] }],
  ['path[1].name must be a name of its own', { ...GOOD, path: [{ name: 'a' }, { name: 'a' }] }],
  ['path[0].name must be letters', { ...GOOD, path: [{ name: '../a' }] }],
  ['hosts.server.profile must be one of: bsd-1998, linux-2010, linux-2026', { ...GOOD, hosts: { server: { profile: 'linux' } } }],
  ['hosts.client.tcp.sack must be true or false', { ...GOOD, hosts: { client: { tcp: { sack: 1 } } } }],
  ['traffic[0].kind must be one of: bulk, dialogue, http', { ...GOOD, traffic: [{ kind: 'ftp' }] }],
  ['traffic[0].kind is missing', { ...GOOD, traffic: [{}] }],
  ['traffic[0] must have either bytes or writes', { ...GOOD, traffic: [{ kind: 'bulk', from: 'client' }] }],
  ['traffic[0].requests[0].responseBytes is missing', { ...GOOD, traffic: [{ kind: 'http', requests: [{}] }] }],
  ['traffic must not be more than', { ...GOOD, traffic: [{ kind: 'bulk', from: 'client', bytes: 2 ** 30 }, { kind: 'bulk', from: 'client', bytes: 1 }] }],
  ['taps[0].at must be one of: client, server, path', { ...GOOD, taps: [{ at: 'middle' }] }],
])('%s', (message, scenario) => {
  expect(() => checkScenario(scenario)).toThrow(ScenarioError);
  expect(() => checkScenario(scenario)).toThrow(message);
});
