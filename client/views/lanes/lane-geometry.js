/**
 * Layout of lanes: a head for each server, its lanes below it.
 *
 *    head of server 0     ─┐ HEAD
 *    lane 0               ─┘ ┐ lane
 *    lane 1                  ┘
 *    head of server 1
 *    lane 2
 */
import { ScrollGeometry } from '../../components/scroll-geometry.js';
import { bisectRight } from '../../vendor/d3.js';

export const GROUP_HEAD = 24;

export class LaneGeometry extends ScrollGeometry {
  /** First lane of each server. @type {Uint32Array} */
  groups = new Uint32Array(0);

  get rowsHeight() {
    return this.total * this.rowHeight + this.groups.length * GROUP_HEAD;
  }

  /** @param {number} lane @returns {number} */
  groupOf(lane) {
    return bisectRight(this.groups, lane) - 1;
  }

  /** @param {number} lane @returns {number} true offset of its top */
  laneTop(lane) {
    return lane * this.rowHeight + (this.groupOf(lane) + 1) * GROUP_HEAD;
  }

  /** @param {number} group @returns {number} true offset of its head */
  headTop(group) {
    return this.groups[group] * this.rowHeight + group * GROUP_HEAD;
  }

  /** @param {number} offset @returns {number} the lane there, or the first below a head that is there */
  laneAt(offset) {
    let low = 0;
    let high = this.total;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.laneTop(middle) + this.rowHeight <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} [margin] px beyond either edge @returns {{ first: number, end: number }} lanes in view */
  lanes(margin = 0) {
    if (this.total === 0) return { first: 0, end: 0 };
    const end = this.laneAt(this.offset + this.viewHeight + margin);
    return { first: this.laneAt(Math.max(0, this.offset - margin)), end: Math.min(this.total, end + 1) };
  }

  /** @param {number} lane @returns {number} true offset that shows it below the axis and its server's pinned head */
  offsetShowingLane(lane) {
    const top = this.laneTop(lane);
    if (top - GROUP_HEAD < this.offset) return top - GROUP_HEAD;
    return Math.max(this.offset, top + this.rowHeight - this.viewHeight);
  }
}
