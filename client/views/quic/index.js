/** One QUIC connection: its time-sequence diagram, panes, packets and facts. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el } from '../../base/dom.js';
import { debounce } from '../../base/frame.js';
import { tryKeyLogs } from '../dashboard/key-log.js';
import { exportSwitch, legendOf as signsOf } from '../timeline/picture-files.js';
import { PAUSE_MS, TimeFrame } from '../timeline/time-frame.js';
import { csvFiles } from './csv.js';
import { packetsFrom, rowOf } from './data/packets.js';
import { senderFrom } from './data/sender.js';
import { sequenceFrom } from './data/sequence.js';
import { legendOf, quicHead } from './head.js';
import { quicKeys } from './keys.js';
import { PacketRows } from './packets/rows.js';
import { quicTable } from './packets/table.js';
import { QuicScreen } from './screen.js';
import { quicSide } from './side/side.js';
import { queryOf, stateFrom } from './state.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/answer-types.js').QuicFacts} QuicFacts */
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
  /** @type {import('./screen.js').QuicShown|null} */
  #shown = null;
  /** Sums of what is in view follow a gesture when it pauses. */
  #limits = debounce(PAUSE_MS, () => this.#shown && this.#side.showLimits(this.#shown, this.#frame.time.range));

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
    this.#table = quicTable({ packets: () => this.#shown?.packets ?? null, rows: this.#rows, onSelect });
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
        files: () => csvFiles(this.#shown, `${this.#frame.captureName ?? 'capture'}-connection-${flowText(flow)}`),
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
        shown: () => this.#shown,
        startNs: () => this.#frame.time.range.startNs,
        onSelect: (row) => this.#select(row),
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
    const { api, captureId, flow } = this.#context;
    return this.#frame.load(async (signal) => {
      const packets = packetsFrom(await api.quicPackets(captureId, flow, signal));
      this.#rows.clear();
      const { packet } = this.#state;
      this.#shown = {
        packets,
        sequence: null,
        sender: null,
        direction: this.#directionOf(packets),
        isOpen: packets.isOpen[this.#directionOf(packets)],
        selected: packet === null ? -1 : rowOf(packets, packet.frame, packet.index),
      };
      this.#table.setTotal(packets.rows);
      this.#frame.update();
      await this.#loadDirection(signal);
      await this.#loadFacts(signal);
    });
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
    const { api, captureId, flow } = this.#context;
    const shown = this.#shown;
    if (shown === null) return;
    const { direction, packets } = shown;
    const [sequence, sender] = await Promise.all([
      api.quicSequence(captureId, flow, { direction, by: this.#state.by }, signal),
      api.quicSender(captureId, flow, direction, signal),
    ]);
    if (signal.aborted || this.#shown?.packets !== packets) return;
    this.#shown = { ...this.#shown, sequence: sequenceFrom(sequence, packets), sender: senderFrom(sender) };
    this.#frame.update();
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

  /** @param {number} row −1: none */
  #select(row) {
    if (this.#shown === null || row >= this.#shown.packets.rows) return;
    const { frame, index } = this.#shown.packets.columns;
    this.#shown = { ...this.#shown, selected: row };
    this.#state = { ...this.#state, packet: row < 0 ? null : { frame: frame[row], index: index[row] } };
    this.#frame.writeUrl.call();
    if (row >= 0) {
      if (this.#table.active !== row) this.#table.setActive(row);
      this.#bringIntoView(row);
      this.#screen.announce(row);
    }
    this.#showRows();
  }

  /** @param {number} row */
  #bringIntoView(row) {
    const { time } = this.#frame;
    const at = this.#shown?.packets.columns.time[row] ?? 0;
    const { startNs, endNs } = time.range;
    if (at >= startNs && at <= endNs) return;
    const half = (endNs - startNs) / 2;
    time.zoomTo({ startNs: at - half, endNs: at + half }, 'replace');
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
    this.#side.showPacket(this.#shown, selected < 0 ? null : this.#rows.at(selected));
  }

  #show() {
    const { by } = this.#state;
    const direction = this.#shown?.direction ?? this.#state.direction ?? 1;
    const isOpen = this.#shown?.isOpen ?? false;
    const hasQlog = Boolean(this.#shown?.sender?.qlog);
    const isZoomed = this.#frame.time.zoom !== null;
    this.#head.update({ facts: this.#facts, isOpen, direction, by, hasQlog, isZoomed });
    this.#screen.draw();
    if (this.#facts !== null) this.#side.showFacts(this.#facts, direction);
    if (this.#shown === null) return;
    this.#side.showQlog(this.#shown, this.#facts?.loggedBy ?? []);
    this.#limits.call();
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
    if (this.#shown !== null) {
      const { packet } = this.#state;
      const selected = packet === null ? -1 : rowOf(this.#shown.packets, packet.frame, packet.index);
      this.#shown = { ...this.#shown, selected };
    }
    if (direction !== this.#state.direction || by !== this.#state.by) this.#turn();
    else this.#frame.update();
  }

  destroy() {
    this.#limits.cancel();
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
