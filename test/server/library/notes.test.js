import { closeAll, httpCapture, start } from '../support/server.js';

afterEach(closeAll);

/** @param {Awaited<ReturnType<typeof start>>} server */
async function withCapture(server) {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('shop.pcap', httpCapture(1));
  await server.settled(id);
  const notes = `/api/captures/${id}/notes`;
  const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body) =>
    server.ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { id, notes, send };
}

test('notes are added, changed, deleted, and numbered', async () => {
  const server = await start();
  const { notes, send } = await withCapture(server);
  expect((await server.ask(notes)).json).toEqual({ notes: [] });
  const {
    status,
    json: { note },
  } = await send('POST', notes, { flow: 0, time: 1.5e9, frame: 4, text: ' <b>slow</b> ' });
  expect([status, note]).toEqual([
    201,
    { id: 1, flow: 0, time: 1.5e9, frame: 4, text: '<b>slow</b>', createdEpoch: expect.any(Number) },
  ]);
  await send('POST', notes, { time: 0, text: 'second' });
  expect((await send('PATCH', `${notes}/1`, { text: 'slower' })).json.note.text).toBe('slower');
  expect((await server.ask(`${notes}/1`, { method: 'DELETE' })).status).toBe(204);
  expect(
    (await server.ask(notes)).json.notes.map((/** @type {any} */ { id, flow, frame, text }) => [id, flow, frame, text]),
  ).toEqual([[2, null, null, 'second']]);
});

test('what makes no sense is refused with a sentence', async () => {
  const server = await start({ limits: { notes: 1, noteLength: 10 } });
  const { notes, send } = await withCapture(server);
  for (const body of [
    {},
    { time: 1 },
    { time: 1, text: '' },
    { time: -1, text: 'a' },
    { time: 'now', text: 'a' },
    { time: 1, text: 'a', flow: 1.5 },
    { time: 1, text: 'a', frame: 0 },
    { time: 1, text: 'longer than ten' },
    null,
    [],
  ]) {
    const { status, json } = await send('POST', notes, body);
    expect([status, json.error.message.length > 10]).toEqual([400, true]);
  }
  expect((await send('POST', notes, { time: 1, text: 'a' })).status).toBe(201);
  expect((await send('POST', notes, { time: 1, text: 'b' })).json.error.code).toBe('too_many_notes');
  expect((await send('PATCH', `${notes}/7`, { text: 'a' })).status).toBe(404);
  expect((await server.ask('/api/captures/c0000000000000000/notes')).status).toBe(404);
});
