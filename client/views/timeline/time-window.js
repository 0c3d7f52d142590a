/**
 * Which stretch of time a view shows: zoom, the path back, the selected span, and whether it follows the end of a
 * running capture. Views draw what `range` says and are told of changes.
 */
import { constrain, pan, zoomAbout } from '../../plot/time-scale.js';
import { rangeFrom, rangeText, sameRange } from '../connection/view-state.js';
import { Follow } from './follow.js';
import { ZoomHistory } from './zoom-history.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {'start'|'move'|'replace'} Gesture a step of its own, the middle of one, or nothing worth a step */

/** What a double click leaves of what is in view. */
export const STEP_IN = 0.5;

export class TimeWindow {
  /** @type {TimeRange} */
  limits = { startNs: 0, endNs: 1 };
  /** @type {TimeRange|null} null is all of it */
  zoom = null;
  /** @type {TimeRange|null} */
  span = null;
  following = new Follow();
  #history = new ZoomHistory();
  #widthPx = 1000;
  #changed;

  /** @param {(gesture: Gesture) => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @returns {TimeRange} */
  get range() {
    return this.zoom ? constrain(this.zoom, this.limits) : this.limits;
  }

  get spanNs() {
    return this.range.endNs - this.range.startNs;
  }

  /** @param {import('../../state/types.js').Query} query */
  arrive(query) {
    this.arriveAt(rangeFrom(query.zoom, 0), rangeFrom(query.span, 0));
  }

  /** @param {TimeRange|null} zoom @param {TimeRange|null} span */
  arriveAt(zoom, span) {
    this.zoom = zoom;
    this.span = span;
    this.#history.arriveAt(zoom);
  }

  /** @returns {import('../../state/types.js').Query} what Follow has in view is of the moment, so it is left out */
  get query() {
    return {
      ...(this.zoom && !this.following.isFollowing ? { zoom: rangeText(this.zoom, 0) } : {}),
      ...(this.span ? { span: rangeText(this.span, 0) } : {}),
    };
  }

  /** @param {TimeRange} limits @param {number} widthPx of the plot */
  setLimits(limits, widthPx) {
    this.limits = limits;
    this.#widthPx = widthPx;
    if (this.following.isFollowing) this.zoom = this.following.range(limits, widthPx);
  }

  /** @param {TimeRange|null} next @param {Gesture} gesture */
  zoomTo(next, gesture) {
    const isWhole = next === null || (next.startNs <= this.limits.startNs + 1 && next.endNs >= this.limits.endNs - 1);
    const zoom = isWhole ? null : constrain(next, this.limits);
    if (sameRange(zoom, this.zoom)) return;
    if (gesture === 'start') this.#history.push(this.zoom);
    if (zoom) this.#stay();
    this.zoom = zoom;
    this.#changed(gesture);
  }

  /** @param {number} factor above 1 shows more @param {number} aboutNs @param {Gesture} gesture */
  zoomBy(factor, aboutNs, gesture) {
    this.zoomTo(zoomAbout(this.range, factor, aboutNs, this.limits), gesture);
  }

  /** @param {number} byNs @param {Gesture} gesture */
  panBy(byNs, gesture) {
    this.zoomTo(pan(this.range, byNs, this.limits), gesture);
  }

  /** @param {TimeRange|null} span */
  select(span) {
    if (span) this.#stay();
    this.span = span;
    this.#changed('replace');
  }

  zoomToSpan() {
    if (this.span) this.zoomIn(this.span, this.span.startNs);
  }

  /** @param {TimeRange|null} selection to which it zooms @param {number} aboutNs where there is none */
  zoomIn(selection, aboutNs) {
    if (selection === null) return this.zoomBy(STEP_IN, aboutNs, 'start');
    this.span = null;
    this.zoomTo(selection, 'start');
  }

  back() {
    const before = this.#history.pop();
    if (before === undefined && !this.zoom) return;
    this.zoom = before ?? null;
    this.#changed('start');
  }

  /** @param {boolean} live whether packets come as they are captured */
  setLive(live) {
    if (live === this.following.isLive) return;
    this.following.isLive = live;
    if (live && !this.zoom && !this.span) this.follow();
    else if (!live) this.#stay();
  }

  follow() {
    this.following.follow();
    this.setLimits(this.limits, this.#widthPx);
    this.#changed('replace');
  }

  hold() {
    this.#stay();
    this.zoom ??= this.limits;
    this.#changed('replace');
  }

  /** Whatever the reader chooses stays where it is from then on. */
  #stay() {
    if (this.following.isFollowing) this.following.hold(0);
  }
}
