import { EXAMPLES } from '../../lib/simulator/examples.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';
import { closeAll, start } from './support/server.js';

afterEach(closeAll);

/** What is found in each, worst first. @type {Record<string, string[]>} */
const SHOWS = {
  'slow-start': ['slow_start_dominates'],
  'fast-retransmit': ['random_loss'],
  'lost-tail': ['tail_loss_timeout'],
  'zero-window': ['zero_window'],
  'full-queue': ['congestion_loss'],
  page: ['long_round_trips', 'parallel_slow_start'],
};

test('each example is listed, is a scenario that the simulator takes, and shows what it says first', async () => {
  const server = await start();
  const {
    json: { examples },
  } = await server.ask('/api/examples');
  expect(examples.map((/** @type {any} */ { name }) => name)).toEqual(Object.keys(SHOWS));
  for (const { name, scenario } of EXAMPLES) {
    expect(() => checkScenario(scenario)).not.toThrow();
    const {
      status,
      json: { capture },
    } = await server.ask(`/api/examples/${name}`, { method: 'POST' });
    expect([status, capture.state, capture.name]).toEqual([201, 'ready', `example-${name}.pcap`]);
    const { findings } = (await server.ask(`/api/captures/${capture.id}/findings`)).json;
    const first = findings.slice(0, SHOWS[name].length).map((/** @type {any} */ { code }) => code);
    expect([name, first]).toEqual([name, SHOWS[name]]);
  }
});

test('an example that is in the library is not made again; one that is not there says so', async () => {
  const server = await start();
  const open = () => server.ask('/api/examples/slow-start', { method: 'POST' });
  const [first, second] = [await open(), await open()];
  expect([first.status, second.status, second.json.capture.id]).toEqual([201, 200, first.json.capture.id]);
  const missing = await server.ask('/api/examples/nothing', { method: 'POST' });
  expect([missing.status, missing.json.error.code]).toEqual([404, 'no_example']);
});
