/**
 * The card beside the packet or the message in focus: its place, and what it says.
 */
import { createHoverCard, frameWords } from '../../timeline/hover-card.js';
import { KIND_MARKS, kindOfPacket } from '../data/packet-kinds.js';
import { anchorOf } from './hit-test.js';
import { messageLines, messageTitle } from './message-facts.js';
import { factsOf } from './packet-facts.js';

/** @typedef {import('../data/messages.js').PlacedMessage} PlacedMessage */

/**
 * How far right of the plots the card may reach, and how far outside of them a packet may be that still has one, px.
 */
const RIGHT_PX = 14;
const BESIDE_PX = 8;

/** @param {import('../data/model.js').Model} model @param {import('../diagram.js').Diagram} diagram */
export function createFocusCard(model, diagram) {
  const card = createHoverCard('packets,requests');

  /** @param {number} row */
  function packetCard(row) {
    const { title, frame, lines } = factsOf(model, row);
    const { letter, colour } = KIND_MARKS[kindOfPacket(model, row)];
    return { letter, letterClass: `in-${colour}`, title, corner: frameWords(frame), lines, canStay: true };
  }

  /** @param {PlacedMessage} placed */
  function messageCard(placed) {
    return {
      letter: '',
      letterClass: '',
      title: messageTitle(placed),
      corner: placed.message.protocol,
      lines: messageLines(model, placed),
      canStay: false,
    };
  }

  const room = () => {
    const { leftPx, widthPx, height } = diagram.layout;
    return { width: leftPx + widthPx + RIGHT_PX, height, left: leftPx };
  };

  /** @param {import('../../timeline/grid.js').Scene} scene @param {PlacedMessage} placed */
  function showMessage(scene, placed) {
    const { layout } = diagram;
    const lane = layout.panes.find(({ id }) => id === 'messages');
    const mark = {
      x: Math.max(scene.x.x(placed.startNs), layout.leftPx),
      y: (lane?.top ?? 0) + (lane?.height ?? 0) - 8,
    };
    card.show(`message ${placed.message.index} ${model.revision}`, () => messageCard(placed), mark, room(), false);
  }

  /**
   * @param {import('../../timeline/grid.js').Scene} scene
   * @param {import('../../../plot/value-scale.js').ValueScale} scale
   * @param {number} row @param {boolean} isPinned
   */
  function showPacket(scene, scale, row, isPinned) {
    const { layout } = diagram;
    const [x, y] = anchorOf(scene, scale, row);
    if (x < layout.leftPx - BESIDE_PX || x > layout.leftPx + layout.widthPx + BESIDE_PX) return card.hide();
    const pane = layout.panes.find(({ id }) => id === 'sequence');
    const inPane = Math.min(Math.max(y, pane?.top ?? y), (pane?.top ?? 0) + (pane?.height ?? 0));
    card.show(`packet ${row} ${model.revision}`, () => packetCard(row), { x, y: inPane }, room(), isPinned);
  }

  return {
    element: card.element,
    /**
     * Beside a message, else a packet, as the diagram was drawn last.
     * @param {PlacedMessage|null} message @param {number} row −1 for none @param {boolean} isPinned it stays open
     */
    show(message, row, isPinned) {
      const { scene, drawn } = diagram;
      if (!scene || !drawn.sequence) return;
      if (message) showMessage(scene, message);
      else if (row < 0) card.hide();
      else showPacket(scene, drawn.sequence.scale, row, isPinned);
    },
  };
}
