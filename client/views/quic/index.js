/** One QUIC connection: its time-sequence diagram, panes, packets and facts. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el } from '../../base/dom.js';
import { debounce } from '../../base/frame.js';
import { finerThan } from '../connection/data/partial-packets.js';
import { sameRange } from '../connection/view-state.js';
import { tryKeyLogs } from '../dashboard/key-log.js';
import { exportSwitch, legendOf as signsOf } from '../timeline/picture-files.js';
import { PAUSE_MS, TimeFrame } from '../timeline/time-frame.js';
import { csvFiles } from './csv.js';
import { isReduced, packetsFrom, spanOf } from './data/packets.js';
import { senderFrom } from './data/sender.js';
import { sequenceFrom } from './data/sequence.js';
import { legendOf, quicHead } from './head.js';
import { quicKeys } from './keys.js';
import { PacketRows } from './packets/rows.js';
import { PACKET_ROW_PX, quicTable } from './packets/table.js';
import { QuicScreen } from './screen.js';
import { quicSide } from './side/side.js';
import { queryOf, stateFrom } from './state.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/answer-types.js').QuicFacts} QuicFacts */
/** @typedef {import('./screen.js').QuicShown} QuicShown */
/** @typedef {import('../../state/view-context.js').CaptureViewContext & { flow: number }} QuicContext */

/** While the capture grows it is fetched again this often at most. */
const AGAIN_MS = 1500;
const GROUP = 'QUIC connection';

class QuicView {
  #context;
  #state;
  #frame;
  #screen;
  #rows;
  #table;
  #side;
  #head;
  /** @type {QuicFacts|null} */
  #facts = null;
  /** @type {QuicShown|null} */
  #shown = null;
  /** Of a long connection, of which more was fetched. @type {import('../../plot/time-scale.js').TimeRange|null} */
  #part = null;
  /** Whether the selected packet, once it is there, is to be brought into view. */
  #isArriving = false;
  /** What is in view is summed, and of a long connection fetched, when a gesture pauses. */
  #paused = debounce(PAUSE_MS, () => this.#rest());

  /** @param {HTMLElement} container @param {QuicContext} context */
  constructor(container, context) {
    const { api, captureId, flow, query, theme } = context;
    this.#context = context;
    this.#state = stateFrom(query);
    this.#frame = new TimeFrame({
      container,
      context,
      flow,
      query: () => queryOf(this.#state),
      show: () => this.#show(),
      failure: 'The connection cannot be shown',
      isEmpty: () => this.#shown === null,
      grow: () => void this.#load(),
      growMs: AGAIN_MS,
    });
    const { time, notes, complaint } = this.#frame;
    this.#rows = new PacketRows({
      api,
      captureId,
      flow,
      onChange: () => this.#showRows(),
      onError: (error) => this.#frame.complain(error),
    });
    const onSelect = (/** @type {number} */ row) => this.#select(row);
    this.#screen = new QuicScreen({ time, theme, notes, shown: () => this.#shown, rows: this.#rows, onSelect });
    this.#table = quicTable({ rows: this.#rows, onSelect });
    this.#side = quicSide({
      onFinding: (finding) => this.#showFinding(finding),
      onStream: (by) => this.#change({ by }),
      onKeys: () => this.#chooseKeys(container),
      onBytes: () => void this.#showBytes(),
    });
    this.#head = quicHead({
      onChange: (part) => this.#change(part),
      onBack: () => time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#frame.captureName ?? 'capture'}-connection-${flowText(flow)}`,
        files: () =>
          csvFiles(() => this.#whole(), `${this.#frame.captureName ?? 'capture'}-connection-${flowText(flow)}`),
      }),
    });
    const main = [
      this.#head.element,
      complaint,
      this.#screen.element,
      el('div', { class: 'quic-table', 'data-figures': 'quic packets' }, this.#table.element),
    ];
    container.append(
      el(
        'div',
        { class: 'waterfall quic', 'data-figures': 'quic connection' },
        el('div', { class: 'waterfall-main' }, ...main),
        this.#side.element,
      ),
    );
    this.#begin();
    void this.#load();
  }

  #begin() {
    this.#frame.begin({
      group: GROUP,
      whole: 'Whole connection',
      pointerNs: () => this.#screen.pointerNs,
      own: quicKeys(GROUP, {
        onStep: (step, of) => void this.#step(step, of).catch((error) => this.#frame.complain(error)),
        onSwap: () => this.#shown && this.#change({ direction: 1 - this.#shown.direction }),
        onBytes: () => void this.#showBytes(),
        onBy: () => this.#change({ by: this.#state.by === 'data' ? 'numbers' : 'data' }),
      }),
      close: () => {
        this.#screen.close();
        this.#select(-1);
      },
      closeWords: 'Clear the selection',
    });
  }

  #load() {
    return this.#frame.load(async (signal) => {
      const [packets, selected] = await Promise.all([this.#fetchPackets(signal), this.#selectedRow(signal)]);
      this.#rows.clear();
      const direction = this.#directionOf(packets);
      const isOpen = packets.isOpen[direction];
      // What there was stays until the rest has come.
      const { sequence = null, sender = null } = this.#shown?.direction === direction ? this.#shown : {};
      this.#shown = { packets, sequence, sender, direction, isOpen, selected };
      this.#table.setTotal(packets.total);
      if (selected >= 0 && this.#table.active !== selected) this.#table.setActive(selected);
      this.#frame.update();
      await this.#loadDirection(signal);
      await this.#loadFacts(signal);
    });
  }

  /** @param {AbortSignal} signal */
  async #fetchPackets(signal) {
    const { api, captureId, flow } = this.#context;
    return packetsFrom(await api.quicPackets(captureId, flow, { sketch: true, range: this.#part }, signal));
  }

  /** The row of the packet in the address. @param {AbortSignal} [signal] @returns {Promise<number>} −1: none */
  async #selectedRow(signal) {
    const { api, captureId, flow } = this.#context;
    const { packet } = this.#state;
    return packet === null ? -1 : (await api.quicRowOf(captureId, flow, packet, signal)).row;
  }

  /** Of a long connection they take longer than its diagram. @param {AbortSignal} signal */
  async #loadFacts(signal) {
    const { api, captureId, flow } = this.#context;
    this.#facts = await api.quicFacts(captureId, flow, signal);
    this.#frame.update();
  }

  /** The direction wanted, or that with more bytes. @param {import('./data/packets.js').Packets} packets */
  #directionOf({ sent: [asked, answered] }) {
    return this.#state.direction ?? Number(answered.value.last >= asked.value.last);
  }

  /** @param {AbortSignal} signal */
  async #loadDirection(signal) {
    const shown = this.#shown;
    if (shown === null) return;
    const { direction, packets } = shown;
    const of = await this.#fetchDirection(direction, { sketch: true, range: this.#part }, signal);
    if (signal.aborted || this.#shown?.packets !== packets) return;
    this.#shown = { ...this.#shown, ...of };
    this.#frame.update();
  }

  /**
   * @param {number} direction
   * @param {import('../../state/api.js').Sketch} how
   * @param {AbortSignal} [signal]
   */
  async #fetchDirection(direction, how, signal) {
    const { api, captureId, flow } = this.#context;
    const [sequence, sender] = await Promise.all([
      api.quicSequence(captureId, flow, { direction, by: this.#state.by, ...how }, signal),
      api.quicSender(captureId, flow, { direction, ...how }, signal),
    ]);
    return { sequence: sequenceFrom(sequence), sender: senderFrom(sender) };
  }

  /** What is shown, with all that its sketch leaves out. @returns {Promise<QuicShown|null>} */
  async #whole() {
    const shown = this.#shown;
    if (!shown?.packets.isSketch) return shown;
    const { api, captureId, flow } = this.#context;
    const [packets, of] = await Promise.all([
      api.quicPackets(captureId, flow, { sketch: false }),
      this.#fetchDirection(shown.direction, { sketch: false }),
    ]);
    return { ...shown, ...of, packets: packetsFrom(packets) };
  }

  #rest() {
    if (this.#shown === null) return;
    this.#side.showLimits(this.#shown, this.#frame.time.range);
    void this.#refine(this.#shown.packets);
    void this.#showFirstInView().catch((error) => this.#frame.complain(error));
  }

  /** The table goes along with the time in view, unless it shows what was chosen. */
  async #showFirstInView() {
    if (this.#shown === null || this.#shown.selected >= 0 || this.#frame.time.zoom === null) return;
    const { api, captureId, flow } = this.#context;
    const { startNs } = this.#frame.time.range;
    const { direction } = this.#shown;
    const { row } = await api.quicNext(captureId, flow, { direction, from: -1, startNs, step: 1, of: 'packet' });
    if (row >= 0 && this.#shown.selected < 0) this.#table.scrollTo(row * PACKET_ROW_PX);
  }

  /** More of what is in view, where there is only a sketch. @param {import('./data/packets.js').Packets} packets */
  async #refine(packets) {
    const { time } = this.#frame;
    if (!packets.isSketch || time.zoom === null) return;
    const finer = finerThan({ ...packets, span: spanOf(packets) }, time.target);
    if (finer === null || sameRange(finer, this.#part)) return;
    this.#part = finer;
    await this.#frame.load(async (signal) => {
      const { direction } = /** @type {QuicShown} */ (this.#shown);
      const [finerPackets, of] = await Promise.all([
        this.#fetchPackets(signal),
        this.#fetchDirection(direction, { sketch: true, range: finer }, signal),
      ]);
      if (signal.aborted || this.#shown === null) return;
      this.#shown = { ...this.#shown, ...of, packets: finerPackets };
      this.#frame.update();
      if (this.#facts === null) await this.#loadFacts(signal);
    });
  }

  /** @param {Partial<import('./state.js').QuicState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part };
    this.#frame.writeUrl.call();
    this.#turn();
  }

  /** To another direction, or other heights. */
  #turn() {
    if (this.#shown === null) return;
    const direction = this.#directionOf(this.#shown.packets);
    const isOther = direction !== this.#shown.direction;
    const isOpen = this.#shown.packets.isOpen[direction];
    this.#shown = { ...this.#shown, direction, isOpen, sequence: null, ...(isOther ? { sender: null } : {}) };
    this.#frame.update();
    void this.#frame.load(async (signal) => {
      await this.#loadDirection(signal);
      if (this.#facts === null) await this.#loadFacts(signal);
    });
  }

  /** @param {1|-1} step @param {'packet'|'event'} of */
  async #step(step, of) {
    if (this.#shown === null) return;
    const { api, captureId, flow } = this.#context;
    const { direction, selected } = this.#shown;
    const { startNs } = this.#frame.time.range;
    const { row } = await api.quicNext(captureId, flow, { direction, from: selected, startNs, step, of });
    if (row >= 0) this.#select(row);
  }

  /** @param {number} row −1: none */
  #select(row) {
    if (this.#shown === null || row >= this.#shown.packets.total) return;
    this.#shown = { ...this.#shown, selected: row };
    this.#isArriving = row >= 0;
    if (row < 0) {
      this.#state = { ...this.#state, packet: null };
      this.#frame.writeUrl.call();
    } else if (this.#table.active !== row) this.#table.setActive(row);
    this.#showRows();
  }

  /** The selected packet is there. @param {import('./packets/words.js').PacketInWords} packet */
  #arrive(packet) {
    const { frame, index, time } = packet.figures;
    this.#isArriving = false;
    this.#state = { ...this.#state, packet: { frame, index } };
    this.#frame.writeUrl.call();
    this.#bringIntoView(time);
    this.#screen.announce(packet);
  }

  /** @param {number} atNs */
  #bringIntoView(atNs) {
    const { time } = this.#frame;
    const { startNs, endNs } = time.range;
    if (atNs >= startNs && atNs <= endNs) return;
    const half = (endNs - startNs) / 2;
    time.zoomTo({ startNs: atNs - half, endNs: atNs + half }, 'replace');
  }

  /** @param {import('../../state/answer-types.js').Finding} finding */
  #showFinding({ start, end }) {
    const air = Math.max((end - start) / 4, 0.005) * 1e9;
    this.#frame.time.zoomTo({ startNs: start * 1e9 - air, endNs: end * 1e9 + air }, 'jump');
  }

  /** Those of the selected packet; the modules come when they are wanted. */
  async #showBytes() {
    const { packet } = this.#state;
    if (packet === null) return;
    const { api, captureId, flow } = this.#context;
    const { openPacketSheet } = await import('../connection/dialogs.js');
    const captureName = this.#frame.captureName ?? '';
    await openPacketSheet({ api, captureId, captureName, flow, frame: packet.frame });
  }

  /** @param {HTMLElement} container */
  #chooseKeys(container) {
    const { api, store, captureId } = this.#context;
    const input = el('input', { type: 'file', multiple: true });
    input.addEventListener('change', async () => {
      await tryKeyLogs({ api, store }, [captureId], [...(input.files ?? [])], container);
      void this.#load();
    });
    input.click();
  }

  #showRows() {
    this.#table.refresh();
    this.#screen.redrawOverlay();
    if (this.#shown === null) return;
    const { selected } = this.#shown;
    const packet = selected < 0 ? null : this.#rows.at(selected);
    if (packet !== null && this.#isArriving) this.#arrive(packet);
    this.#side.showPacket(packet);
  }

  #show() {
    const { by } = this.#state;
    const direction = this.#shown?.direction ?? this.#state.direction ?? 1;
    const isOpen = this.#shown?.isOpen ?? false;
    const hasQlog = Boolean(this.#shown?.sender?.qlog);
    const isZoomed = this.#frame.time.zoom !== null;
    const isSketch = this.#shown !== null && isReduced(this.#shown.packets, this.#frame.time.range);
    this.#head.update({ facts: this.#facts, isOpen, direction, by, hasQlog, isZoomed, isSketch });
    this.#screen.draw();
    if (this.#facts !== null) this.#side.showFacts(this.#facts, direction);
    if (this.#shown === null) return;
    this.#side.showQlog(this.#shown, this.#facts?.loggedBy ?? []);
    this.#paused.call();
    this.#showRows();
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    if (drawing === null || this.#facts === null || this.#shown === null) return null;
    const { direction, isOpen, sender } = this.#shown;
    return {
      ...drawing,
      title: `${this.#frame.captureName ?? 'Capture'}, connection ${this.#facts.flow}`,
      caption: `${this.#facts.summary}. Seconds since the capture's first packet.`,
      legend: signsOf(legendOf(direction, isOpen, Boolean(sender?.qlog))),
    };
  }

  /** The address changed from outside. @param {Query} next */
  update(next) {
    const { direction, by } = this.#state;
    this.#state = stateFrom(next);
    this.#frame.arrive(next);
    void this.#arriveAt().catch((error) => this.#frame.complain(error));
    if (direction !== this.#state.direction || by !== this.#state.by) this.#turn();
    else this.#frame.update();
  }

  async #arriveAt() {
    const selected = await this.#selectedRow();
    if (this.#shown === null || selected === this.#shown.selected) return;
    this.#shown = { ...this.#shown, selected };
    this.#showRows();
  }

  destroy() {
    this.#paused.cancel();
    this.#frame.destroy();
    this.#rows.destroy();
    this.#table.destroy();
    this.#screen.destroy();
  }
}

/**
 * @param {HTMLElement} container
 * @param {QuicContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountQuicView = (container, context) => new QuicView(container, context);
