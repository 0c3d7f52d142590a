/**
 * Going from mark to mark.
 */
import { bisectLeft } from '../../../vendor/d3.js';
import { EVENT_KINDS, isPureAck, kindOfPacket } from '../data/packet-kinds.js';

/** @typedef {import('../data/model.js').Model} Model */

/**
 * @param {Model} model
 * @param {number} direction that is shown
 * @param {number} from row; −1 starts at `startNs`
 * @param {number} startNs
 * @param {1|-1} step
 * @returns {number} the next row with a mark of the same kind; any segment when there is none to begin with; −1 for
 *   none
 */
export function nextOfKind(model, direction, from, startNs, step) {
  const { columns } = model;
  if (from < 0) return firstSegment(model, direction, rowBefore(model, startNs, step), step);
  const kind = kindOfPacket(model, from);
  const side = columns.direction[from];
  return nextRow(model, from, step, (row) => columns.direction[row] === side && kindOfPacket(model, row) === kind);
}

/**
 * One with data where there is one.
 * @param {Model} model
 * @param {number} direction
 * @param {number} before
 * @param {1|-1} step
 */
function firstSegment(model, direction, before, step) {
  const { columns } = model;
  const withData = nextRow(
    model,
    before,
    step,
    (row) => columns.direction[row] === direction && columns.length[row] > 0,
  );
  return withData >= 0
    ? withData
    : nextRow(model, before, step, (row) => columns.direction[row] === direction && !isPureAck(columns, row));
}

/**
 * @param {Model} model
 * @param {number} direction
 * @param {number} from
 * @param {number} startNs
 * @param {1|-1} step
 * @param {ReadonlySet<import('../data/packet-kinds.js').PacketKind>} [kinds]
 * @returns {number} the next loss, late arrival, zero window, probe, reset, SYN or FIN that is drawn; −1 for none
 */
export function nextEvent(model, direction, from, startNs, step, kinds = EVENT_KINDS) {
  const begin = from < 0 ? rowBefore(model, startNs, step) : from;
  return nextRow(model, begin, step, (row) => {
    const kind = kindOfPacket(model, row);
    if (!kinds.has(kind)) return false;
    const isAnswer = model.columns.direction[row] !== direction;
    return isAnswer ? OF_ANSWERS.has(kind) : kind !== 'zero' && kind !== 'duplicate';
  });
}

/**
 * Events that are drawn where the other end sent them.
 * @type {ReadonlySet<import('../data/packet-kinds.js').PacketKind>}
 */
const OF_ANSWERS = new Set(['zero', 'reset', 'duplicate']);

/** @param {Model} model @param {number} startNs @param {1|-1} step */
function rowBefore({ columns }, startNs, step) {
  const row = bisectLeft(columns.time, startNs, 0, columns.rows);
  return step > 0 ? row - 1 : row;
}

/** @param {Model} model @param {number} from @param {1|-1} step @param {(row: number) => boolean} matches */
function nextRow({ columns: { rows } }, from, step, matches) {
  for (let row = from + step; row >= 0 && row < rows; row += step) {
    if (matches(row)) return row;
  }
  return -1;
}
