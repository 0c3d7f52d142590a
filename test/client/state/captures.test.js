import { createCaptureStore } from '../../../client/state/captures.js';

/** @returns {any} events that the test sends */
function eventsOfTest() {
  /** @type {(change: any) => void} */
  let tell = () => {};
  return {
    onCaptures: (/** @type {typeof tell} */ listener) => (tell = listener),
    onServer: () => {},
    tell: (/** @type {any[]} */ ...changed) => tell({ changed, removed: [] }),
  };
}

/** @param {number} revision @param {string} state @returns {any} */
const record = (revision, state) => ({ id: 'a', revision, state });

describe('the captures that the page knows', () => {
  test('an answer that comes behind the event of a later state does not undo it', () => {
    const events = eventsOfTest();
    const store = createCaptureStore({ api: /** @type {any} */ ({}), events });
    store.put(record(0, 'receiving'));
    events.tell(record(3, 'ready'));
    store.put(record(2, 'reading'));
    expect(store.get('a')?.state).toBe('ready');
    store.put(record(4, 'failed'));
    expect(store.get('a')?.state).toBe('failed');
  });
});
