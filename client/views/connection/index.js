/**
 * The connection view: its state, and who is notified when it changes. Everything drawn comes from the model;
 * everything chosen is in the URL.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint, painted } from '../../base/frame.js';
import { busy } from '../../base/idle.js';
import { isGrowing, isLive } from '../../components/capture-text.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { isUnreachable, sentenceOf } from '../../state/api-error.js';
import { capturePath } from '../../state/router.js';
import { askForKeys } from '../dashboard/keys-button.js';
import { createModel, extendModel, seriesInPieces, takeFindings, takePath, takeSender } from './data/model.js';
import { PacketSource } from './data/packet-source.js';
import { finerPart } from './data/partial-packets.js';
import { finerRange } from './data/sender-data.js';
import { createConnectionScreen } from './screen.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

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

/** Shows one connection of a capture and keeps it up to date while the capture grows. */
class ConnectionView {
  #container;
  #place;
  #latestQuery;
  /** @type {import('./screen.js').ConnectionScreen|null} */
  #screen = null;
  /** @type {import('./data/model.js').Model|null} */
  #model = null;
  #isGone = false;
  /** As last received. @type {Capture|null} */
  #latest = null;
  /** Version of the tables shown; -1 before anything is. */
  #shownVersion = -1;
  /** The version for which it was fetched again. */
  #askedVersion = -1;
  /** Whether the server was unreachable at the last request. */
  #isBehind = false;
  #source;
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} container @param {ConnectionPlace} place */
  constructor(container, place) {
    const { api, captureId, flow } = place;
    this.#container = container;
    this.#place = place;
    this.#latestQuery = place.query;
    fill(
      container,
      el('p', { class: 'connection-waiting second', role: 'status', text: 'Fetching the packets of this connection.' }),
    );
    this.#source = new PacketSource({
      api,
      busy,
      painted,
      captureId,
      flow,
      onAnswer: (answer) => this.#show(answer),
      onPath: (path) => this.#takePath(path),
      onSender: (sender) => this.#takeSender(sender),
      onFindings: (found) => this.#takeFindings(found),
      onTime: (time) => this.#screen?.takeTime(time),
      onError: (error) => this.#complain(error),
    });
    this.#listening = this.#listen();
    this.#source.refresh();
  }

  #listen() {
    const { events, theme, captureId, flow } = this.#place;
    const redraw = () => this.#screen?.redraw();
    void document.fonts.ready.then(redraw);
    events.watch({ id: captureId, flow });
    return [
      events.onProgress((progress) => {
        const isOurs = progress.id === captureId && progress.flow?.flow === flow;
        if (isOurs && progress.flow && progress.flow.packets !== (this.#model?.packets ?? 0)) this.#source.refresh();
      }),
      events.onCaptures(({ changed }) => {
        const ours = changed.find(({ id }) => id === captureId);
        if (!ours) return;
        if (this.#latest?.state !== ours.state) this.#source.refresh({ last: !isGrowing(ours) });
        this.#noteState(ours);
      }),
      theme.subscribe(() => beforePaint(redraw)),
      events.onServer(({ connected }) => {
        if (connected && this.#isBehind) this.#source.refresh({ last: true });
      }),
    ];
  }

  /** @param {import('./data/path-data.js').PathData} path */
  async #takePath(path) {
    if (!this.#model) return;
    await takePath(this.#model, path);
    this.#screen?.redraw();
  }

  /** @param {import('./data/sender-data.js').Senders} sender */
  #takeSender(sender) {
    if (!this.#model) return;
    takeSender(this.#model, sender);
    this.#screen?.redraw();
  }

  /** @param {import('../../state/answer-types.js').ConnectionFindings} found */
  #takeFindings(found) {
    if (!this.#model) return;
    takeFindings(this.#model, found);
    this.#screen?.takeFindings();
  }

  /**
   * The view has settled: finer parts of it are fetched where there is only a sketch.
   * @param {number} direction
   * @param {import('../../plot/time-scale.js').TimeRange} range
   * @param {number} widthPx
   */
  #refine(direction, range, widthPx) {
    if (!this.#model) return;
    const finer = finerRange(this.#model.sender, direction, range, widthPx);
    const part = finerPart(this.#model.columns, range);
    if (finer) void this.#source.refine(finer);
    if (part) this.#source.refinePackets(part);
  }

  /** @param {unknown} error */
  #complain(error) {
    const { captureId, flow } = this.#place;
    this.#isBehind = isUnreachable(error);
    // The page says so at its top; what could not be fetched is, when the server is there again.
    if (this.#screen && this.#isBehind) return;
    if (this.#screen) return this.#screen.complain(sentenceOf(error));
    if (showMissing(this.#container, error, this.#place)) return;
    this.#showMessage({
      kind: 'failure',
      isPage: true,
      title: `Connection ${flow} cannot be shown`,
      text: sentenceOf(error),
      actions: [el('a', { class: 'button', href: capturePath(captureId), text: 'All connections' })],
    });
  }

  /** In place of the diagrams. @param {Parameters<typeof messageBar>[0]} message */
  #showMessage(message) {
    fill(this.#container, el('div', { class: 'page' }, messageBar(message)));
  }

  /** Most often the library is known by now. @returns {Promise<Capture|null>} null: it is not known */
  async #knownCapture() {
    const { api, captureId, store } = this.#place;
    return store.get(captureId) ?? (await api.capture(captureId).catch(() => null));
  }

  /** @param {import('./data/packet-source.js').Answer} answer */
  async #show({ flow: described, columns, messages }) {
    this.#shownVersion = described.version;
    const known = this.#latest ?? (await this.#knownCapture());
    if (this.#isGone) return;
    if (this.#latest === null && known) this.#noteState(known);
    else this.#catchUp();
    if (columns.rows === 0) {
      return this.#showMessage({
        kind: 'note',
        title: `Connection ${this.#place.flow} has no packets yet`,
        text: 'They are drawn as soon as they arrive.',
      });
    }
    const series = await seriesInPieces(columns, this.#model);
    if (this.#isGone) return;
    if (this.#model && this.#screen) {
      extendModel(this.#model, described, columns, messages, series);
      return this.#screen.grow();
    }
    this.#model = createModel(described, columns, messages, known?.startEpoch ?? null, series);
    this.#screen = this.#newScreen(this.#model, known?.name ?? 'capture');
    if (this.#latest) this.#tellScreen(this.#latest);
  }

  /** @param {import('./data/model.js').Model} model @param {string} captureName */
  #newScreen(model, captureName) {
    const { api, captureId, flow, bar, theme, onQueryChange } = this.#place;
    this.#container.replaceChildren();
    return createConnectionScreen(this.#container, {
      model,
      query: this.#latestQuery,
      onQueryChange,
      theme,
      exportUrl: (file) => api.exportUrl(captureId, flow, file),
      bodyUrl: (message) => api.bodyUrl(captureId, flow, message),
      onKeys: () => askForKeys(this.#place, captureId, this.#container),
      of: { captureName, flow },
      place: { api, captureId, flow, bar },
      onRest: (direction, range, widthPx) => this.#refine(direction, range, widthPx),
    });
  }

  /**
   * What was fetched while the capture was still being read may have been answered before its last packets, and the
   * event about these may have come before anyone listened.
   */
  #catchUp() {
    if (!this.#latest || isGrowing(this.#latest) || this.#shownVersion < 0) return;
    if (Math.max(this.#shownVersion, this.#askedVersion) >= this.#latest.version) return;
    this.#askedVersion = this.#latest.version;
    this.#source.refresh({ last: true });
  }

  /** @param {Capture} ours */
  #noteState(ours) {
    this.#latest = ours;
    this.#tellScreen(ours);
    this.#catchUp();
  }

  /** @param {Capture} capture */
  #tellScreen(capture) {
    this.#screen?.setCapture(capture);
    this.#screen?.setLive(isLive(capture));
  }

  /**
   * The URL changed from outside.
   * @param {import('../../state/types.js').Query} next
   * @param {{ glides?: boolean }} [how] whether the view glides there
   */
  update(next, how) {
    this.#latestQuery = next;
    this.#screen?.arrive(next, how);
  }

  destroy() {
    this.#isGone = true;
    for (const stop of this.#listening) stop();
    this.#place.events.watch(null);
    this.#source.destroy();
    this.#screen?.destroy();
  }
}

/**
 * @param {HTMLElement} container filled by the view; its size is followed
 * @param {ConnectionPlace} place
 * @returns {ConnectionView}
 */
export const mountConnectionView = (container, place) => new ConnectionView(container, place);
