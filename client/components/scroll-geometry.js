/**
 * Positions of the rows of a very tall list. Browsers stop at about 17 to 33 million pixels of element height, so
 * beyond `maxHeight` the body is shorter than its rows and the scroll position is only a proportion:
 *
 *      rows      0 ........................... total × rowHeight      (offset: true pixels)
 *      body      0 ............... maxHeight                          (scrollTop: what the browser knows)
 *
 * Small steps (wheel, keys) still move by true pixels; a jump of more than two views (dragging the bar) goes by
 * proportion.
 */

/** Below the smallest limit of the current browsers (Firefox, 17.8 million). */
const maxHeight = 16_000_000;

export class ScrollGeometry {
  /** @param {number} rowHeight CSS pixels @param {number} [limit] of the body's height */
  constructor(rowHeight, limit = maxHeight) {
    this.rowHeight = rowHeight;
    this.limit = limit;
    this.total = 0;
    this.viewHeight = 0;
    this.offset = 0;
    this.scrollTop = 0;
  }

  get rowsHeight() {
    return this.total * this.rowHeight;
  }

  get bodyHeight() {
    return Math.min(this.rowsHeight, this.limit);
  }

  get compressed() {
    return this.rowsHeight > this.limit;
  }

  get lastOffset() {
    return Math.max(0, this.rowsHeight - this.viewHeight);
  }

  get lastScrollTop() {
    return Math.max(0, this.bodyHeight - this.viewHeight);
  }

  /** @param {number} scrollTop as the browser reports it */
  scrolled(scrollTop) {
    const step = scrollTop - this.scrollTop;
    this.scrollTop = scrollTop;
    if (!this.compressed) this.offset = scrollTop;
    else if (scrollTop <= 0) this.offset = 0;
    else if (scrollTop >= this.lastScrollTop) this.offset = this.lastOffset;
    else if (Math.abs(step) <= 2 * this.viewHeight) this.offset = this.clamp(this.offset + step);
    else this.offset = (scrollTop / this.lastScrollTop) * this.lastOffset;
  }

  /** @param {number} offset */
  clamp(offset) {
    return Math.min(this.lastOffset, Math.max(0, offset));
  }

  /**
   * @param {number} offset true pixels
   * @returns {number} the scroll position for it; the geometry is there already
   */
  moveTo(offset) {
    this.offset = this.clamp(offset);
    this.scrollTop = this.compressed ? Math.round((this.offset / this.lastOffset) * this.lastScrollTop) : this.offset;
    return this.scrollTop;
  }

  /** @param {number} index @returns {number} true offset that shows this row, as near as possible to the present one */
  offsetShowing(index) {
    const top = index * this.rowHeight;
    if (top < this.offset) return top;
    return Math.max(this.offset, top + this.rowHeight - this.viewHeight);
  }

  /** @param {number} index @returns {number} position of the row inside the body */
  rowTop(index) {
    return index * this.rowHeight - this.offset + this.scrollTop;
  }

  /**
   * @param {number} overscan rows beyond either edge
   * @returns {{ first: number, end: number }} rows to be drawn, `end` excluded
   */
  range(overscan) {
    const first = Math.floor(this.offset / this.rowHeight) - overscan;
    const end = Math.ceil((this.offset + this.viewHeight) / this.rowHeight) + overscan;
    return { first: Math.max(0, first), end: Math.min(this.total, end) };
  }
}
