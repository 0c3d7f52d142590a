/**
 * The time range that a view shows: zoom, zoom history, the selected span, and whether it follows the end of a running
 * capture. Views draw `range` and are notified of changes.
 */
import { constrain, pan, zoomAbout } from '../../../plot/time-scale.js';
import { rangeFrom, rangeText, sameRange } from '../../connection/view-state.js';
import { Follow } from './follow.js';
import { Glide } from './glide.js';
import { ZoomHistory } from './zoom-history.js';

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('../../connection/shown-view.js').Gesture} Gesture */
/** @typedef {import('../../../state/types.js').Query} Query */
/**
 * What is in view and what is selected, null for all and nothing; and how the address has them.
 * @typedef {{ zoom: TimeRange|null, span: TimeRange|null }} Times
 * @typedef {{ read: (query: Query) => Times, write: (times: Times) => Query }} TimesInQuery
 */

/** What a double click leaves of what is in view. */
export const STEP_IN = 0.5;

/** `?zoom=0.3-1.2&span=0.4-0.5`, in seconds. @type {TimesInQuery} */
const IN_SECONDS = {
  read: ({ zoom, span }) => ({ zoom: rangeFrom(zoom, 0), span: rangeFrom(span, 0) }),
  write: ({ zoom, span }) => ({
    ...(zoom ? { zoom: rangeText(zoom, 0) } : {}),
    ...(span ? { span: rangeText(span, 0) } : {}),
  }),
};

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
  #inQuery;
  #glide = new Glide(() => this.#changed('frame'));

  /**
   * @param {(gesture: 'start'|'move'|'replace'|'frame') => void} changed `frame`: on the way, which is only drawn
   * @param {TimesInQuery} [inQuery]
   */
  constructor(changed, inQuery = IN_SECONDS) {
    this.#changed = changed;
    this.#inQuery = inQuery;
  }

  /** @returns {TimeRange} in view */
  get range() {
    return this.#glide.range ?? this.target;
  }

  /** @returns {TimeRange} in view when the view has come there */
  get target() {
    return this.zoom ? constrain(this.zoom, this.limits) : this.limits;
  }

  get spanNs() {
    return this.target.endNs - this.target.startNs;
  }

  /** @param {Query} query */
  arrive(query) {
    this.arriveAt(this.#inQuery.read(query));
  }

  /** All is in view, and nothing selected. */
  showAll() {
    this.arriveAt({ zoom: null, span: null });
  }

  /** @param {Times} times */
  arriveAt({ zoom, span }) {
    this.#glide.stop();
    this.zoom = zoom;
    this.span = span;
    this.#history.arriveAt(zoom);
  }

  /** @returns {Query} what Follow has in view is of the moment, so it is left out */
  get query() {
    return this.#inQuery.write({ zoom: this.following.isFollowing ? null : this.zoom, span: this.span });
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
    if (gesture === 'start' || gesture === 'jump') this.#history.push(this.zoom);
    if (zoom) this.#stay();
    this.#show(zoom, gesture);
  }

  /** @param {TimeRange|null} zoom @param {Gesture} gesture */
  #show(zoom, gesture) {
    const before = this.range;
    this.zoom = zoom;
    if (gesture === 'jump') this.#glide.start(before, this.target);
    else this.#glide.stop();
    this.#changed(gesture === 'jump' ? 'start' : gesture);
  }

  /** @param {number} factor above 1 shows more @param {number} aboutNs @param {Gesture} gesture */
  zoomBy(factor, aboutNs, gesture) {
    this.zoomTo(zoomAbout(this.target, factor, aboutNs, this.limits), gesture);
  }

  /** @param {number} byNs @param {Gesture} gesture */
  panBy(byNs, gesture) {
    this.zoomTo(pan(this.target, byNs, this.limits), gesture);
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
    if (selection === null) return this.zoomBy(STEP_IN, aboutNs, 'jump');
    this.span = null;
    this.zoomTo(selection, 'jump');
  }

  back() {
    const before = this.#history.pop();
    if (before === undefined && !this.zoom) return;
    this.#show(before ?? null, 'jump');
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

  destroy() {
    this.#glide.stop();
  }

  /** Whatever the user chooses stays where it is from then on. */
  #stay() {
    if (this.following.isFollowing) this.following.hold(0);
  }
}
