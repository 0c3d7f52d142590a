/** The routes that say why a first sentence leads. */
import { queueFullTwice } from '../../support/packets/queue-full-twice.js';
import { closeAll, start } from '../support/server.js';

afterEach(closeAll);

test('why the sentence of the capture, and of each connection, leads', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', queueFullTwice());
  const { verdict } = await server.settled(id);
  const whole = (await server.ask(`/api/captures/${id}/explanation`)).json;
  expect(whole).toEqual({
    version: expect.any(Number),
    sentence: verdict?.sentence,
    why: 'the worst finding leads: nothing else limited the data for a quarter of the time',
    sections: [
      {
        title: 'Found, worst first',
        lines: ['warning · Listen queue full: 6.00 connection-seconds, in 2 of 3 connections, worst in connection 1'],
      },
      { title: 'Not reported in connection 1', lines: ['SYN lost: yields to Listen queue full, which says more'] },
      {
        title: 'May have occurred unseen',
        lines: [
          'SYN lost, in 1 of 3 connections: not observable here, because a SYN lost before the capture point leaves no trace',
        ],
      },
    ],
  });
  const one = (await server.ask(`/api/captures/${id}/connections/2/explanation`)).json;
  const connection = (await server.ask(`/api/captures/${id}/connections/2`)).json;
  expect(one.sentence).toBe(connection.verdict.sentence);
  expect(one.sections.map((/** @type {{ title: string }} */ { title }) => title)).toEqual(
    expect.arrayContaining(['Found, worst first', 'Not reported', "The capture shows of the client's data"]),
  );
  expect((await server.ask(`/api/captures/${id}/connections/7/explanation`)).status).toBe(404);
  expect((await server.ask(`/api/captures/${id}/connections/x/explanation`)).status).toBe(400);
});
