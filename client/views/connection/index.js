/**
 * The connection view: its state, and who is told when it changes. Everything drawn comes from the model; everything chosen
 * stands in the URL.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { busy } from '../../base/idle.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api.js';
import { capturePath } from '../../state/router.js';
import { showMissing } from '../missing-page.js';
import { createConnectionScreen } from './screen.js';
import { createModel, extendModel, seriesInPieces, takeFindings, takePath, takeSender } from './model.js';
import { finerPart } from './detail.js';
import { finerRange } from './sender-data.js';
import { createPacketSource } from './packet-source.js';

/**
 * @typedef {object} ConnectionPlace
 * @property {string} captureId
 * @property {number} flow
 * @property {import('../../state/api.js').Api} api
 * @property {import('../../state/events.js').Events} events
 * @property {import('../../state/types.js').Query} query
 * @property {(query: import('../../state/types.js').Query, options?: { replace?: boolean }) => void} onQueryChange
 * @property {import('../../base/theme.js').Theme} theme
 * @property {import('../../components/top-bar.js').TopBar} bar
 * @property {import('../../state/captures.js').CaptureStore} store
 * @property {() => void} onMissing there is no such connection
 */

/**
 * Shows one connection of a capture and keeps it up to date while the capture grows.
 * @param {HTMLElement} container filled by the view; its size is followed
 * @param {ConnectionPlace} place
 * @returns {import('../../state/types.js').View}
 */
export function mountConnectionView(container, { captureId, flow, api, events, query, onQueryChange, theme, bar, store, onMissing }) {
  /** @type {import('./screen.js').ConnectionScreen|null} */
  let screen = null;
  /** @type {import('./model.js').Model|null} */
  let model = null;
  let latestQuery = query;
  let isGone = false;
  /** @type {import('../../state/types.js').Capture['state']|null} */
  let lastState = null;
  let isLive = false;
  /** @type {import('../../state/types.js').Capture|null} */
  let latest = null;
  /** Version of the tables that what is shown was made from; -1 before anything is. */
  let shownVersion = -1;
  /** The version for which it was asked once more. */
  let askedVersion = -1;
  const capture = api.capture(captureId).catch(() => null);
  fill(container, el('p', { class: 'connection-waiting second', role: 'status', text: 'Fetching the packets of this connection.' }));

  const source = createPacketSource({
    api, busy, captureId, flow,
    onAnswer: show,
    async onPath(path) {
      if (!model) return;
      await takePath(model, path);
      screen?.redraw();
    },
    onSender(sender) {
      if (!model) return;
      takeSender(model, sender);
      screen?.redraw();
    },
    onFindings(found) {
      if (!model) return;
      takeFindings(model, found);
      screen?.takeFindings();
    },
    onError: complain,
  });

  /**
   * What is in view rests: finer parts of it are fetched where only a sketch is there.
   * @param {number} direction
   * @param {import('../../plot/time-scale.js').TimeRange} range
   * @param {number} widthPx
   */
  function refine(direction, range, widthPx) {
    const wanted = model && finerRange(model.sender, direction, range, widthPx);
    if (wanted) void source.refine(wanted);
    const part = model && finerPart(model.columns, range);
    if (part) source.refinePackets(part);
  }

  /** @param {unknown} error */
  function complain(error) {
    if (screen) return screen.complain(sentenceOf(error));
    if (showMissing(container, error, { captureId, store, onMissing })) return;
    fill(container, el('div', { class: 'page' },
      messageBar({ kind: 'failure', isPage: true, title: `Connection ${flow} cannot be shown`, text: sentenceOf(error),
      actions: [el('a', { class: 'button', href: capturePath(captureId), text: 'All connections' })] })));
  }

  /** @param {import('./packet-source.js').Answer} answer */
  async function show({ flow: described, columns, messages }) {
    const known = await capture;
    if (isGone) return;
    shownVersion = described.version;
    catchUp();
    if (columns.rows === 0) {
      fill(
        container,
        el(
          'div', { class: 'page' },
          messageBar({ kind: 'note', title: `Connection ${flow} has no packets yet`, text: 'They are drawn as soon as they arrive.' }),
        ),
      );
      return;
    }
    const series = await seriesInPieces(columns, model);
    if (isGone) return;
    if (model && screen) {
      extendModel(model, described, columns, messages, series);
      return screen.grow();
    }
    model = createModel(described, columns, messages, known?.startEpoch ?? null, series);
    container.replaceChildren();
    screen = createConnectionScreen(container, {
      model, query: latestQuery, onQueryChange, theme, exportUrl: (file) => api.exportUrl(captureId, flow, file),
      bodyUrl: (message) => api.bodyUrl(captureId, flow, message), captureHref: capturePath(captureId),
      of: { captureName: known?.name ?? 'capture', flow }, place: { api, captureId, flow, bar }, onRest: refine,
    });
    screen.setLive(isLive);
    if (latest) screen.setCapture(latest);
  }

  /**
   * What was fetched while the capture was still being read may have been answered before its last packets, and the news of these have come
   * before anybody listened.
   */
  function catchUp() {
    if (!latest || (latest.state !== 'ready' && latest.state !== 'failed') || shownVersion < 0) return;
    if (Math.max(shownVersion, askedVersion) >= latest.version) return;
    askedVersion = latest.version;
    source.refresh({ last: true });
  }

  const stopProgress = events.onProgress((progress) => {
    const isOurs = progress.id === captureId && progress.flow?.flow === flow;
    if (isOurs && progress.flow && progress.flow.packets !== (model?.packets ?? 0)) source.refresh();
  });
  /** @param {import('../../state/types.js').Capture} ours */
  function noteState(ours) {
    const { state, source: from } = ours;
    latest = ours;
    screen?.setCapture(ours);
    lastState = state;
    isLive = state === 'live' || (from === 'stdin' && state !== 'ready' && state !== 'failed');
    screen?.setLive(isLive);
    catchUp();
  }
  const stopCaptures = events.onCaptures(({ changed }) => {
    const ours = changed.find(({ id }) => id === captureId);
    if (!ours) return;
    if (lastState !== ours.state) source.refresh({ last: ours.state === 'ready' || ours.state === 'failed' });
    noteState(ours);
  });
  const stopTheme = theme.subscribe(() => beforePaint(redraw));
  const redraw = () => screen?.redraw();
  void document.fonts.ready.then(redraw);
  void capture.then((known) => known && lastState === null && noteState(known));
  events.watch({ id: captureId, flow });
  source.refresh();

  return {
    update(next) {
      latestQuery = next;
      screen?.arrive(next);
    },
    destroy() {
      isGone = true;
      stopProgress();
      stopCaptures();
      stopTheme();
      events.watch(null);
      source.destroy();
      screen?.destroy();
    },
  };
}
