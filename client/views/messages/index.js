/** The messages of a connection: its waterfall and, where streams or sessions share it, the multiplexing diagram. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { isQuicFlow } from '../../../lib/shared/quic-flow.js';
import { el, fill } from '../../base/dom.js';
import { throttle } from '../../base/frame.js';
import { ApiError, isAbort } from '../../state/api-error.js';
import { mountStreamsView } from '../streams/index.js';
import { choice } from '../timeline/switches.js';
import { mountConnectionWaterfall } from '../waterfall/index.js';

/** While the capture grows it is looked for streams as seldom as this. */
const AGAIN_MS = 2000;

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').CaptureViewContext & { flow: number }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountMessagesView(container, context) {
  const { api, captureId, flow, events, onQueryChange } = context;
  const abort = new AbortController();
  let mode = modeOf(context.query);
  const modes = choice(
    'View',
    [
      ['waterfall', 'Waterfall', 'Requests and responses'],
      ['streams', 'Streams', 'Streams that share the connection'],
    ],
    (next) => {
      mode = next;
      onQueryChange(next === 'streams' ? { mode: next } : {});
      mount(next === 'streams' ? { mode: next } : {});
    },
  );
  modes.element.hidden = mode !== 'streams';
  /** @type {import('../../state/types.js').View|null} */
  let view = null;

  /** @param {import('../../state/types.js').Query} query */
  function mount(query) {
    view?.destroy();
    const stage = el('div', { class: 'view' });
    fill(container, stage);
    modes.set(mode);
    view =
      mode === 'streams'
        ? mountStreamsView(stage, { ...context, query }, modes.element)
        : mountConnectionWaterfall(stage, { ...context, query }, modes.element);
  }

  async function lookForStreams() {
    if (isQuicFlow(flow)) return; // the connection's own view has its streams
    try {
      if (decodeColumnFrame(await api.streams(captureId, flow, abort.signal)).rows > 0) modes.element.hidden = false;
    } catch (error) {
      // What shows the requests says that the connection is not there.
      if (!isAbort(error) && !(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  const lookAgain = throttle(AGAIN_MS, () => void lookForStreams());
  mount(context.query);
  void lookForStreams();
  const stopListening = events.onProgress(({ id }) => {
    if (id === captureId && modes.element.hidden) lookAgain.call();
  });

  return {
    update(next) {
      if (modeOf(next) === mode) return view?.update(next);
      mode = modeOf(next);
      mount(next);
    },
    destroy() {
      stopListening();
      lookAgain.cancel();
      abort.abort();
      view?.destroy();
    },
  };
}

/** @param {import('../../state/types.js').Query} query @returns {'waterfall'|'streams'} */
const modeOf = ({ mode }) => (mode === 'streams' ? 'streams' : 'waterfall');
