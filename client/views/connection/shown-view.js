/**
 * What the view shows, how that changes, and the URL that represents it. What Follow has in view is of the moment, so
 * it is not in the URL.
 */
import { debounce } from '../../base/frame.js';
import { constrain, pan } from '../../plot/time-scale.js';
import { PAUSE_MS } from '../timeline/time-frame.js';
import { Follow } from '../timeline/window/follow.js';
import { Glide } from '../timeline/window/glide.js';
import { ZoomHistory } from '../timeline/window/zoom-history.js';
import { busierDirection } from './data/model.js';
import { queryFromState, sameRange, stateFromQuery } from './view-state.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('./view-state.js').ViewState} ViewState */
/**
 * @typedef {'start'|'jump'|'move'|'replace'} Gesture a step of its own, one to which the view glides, the middle of
 *   one, or nothing worth a step
 */

/**
 * @typedef {object} ShownViewGiven
 * @property {import('./data/model.js').Model} model
 * @property {import('../../state/types.js').Query} query
 * @property {import('./index.js').ConnectionPlace['onQueryChange']} onQueryChange
 * @property {() => number} widthPx of the plots
 * @property {() => void} onChange there is something else to draw
 * @property {() => void} onZoom another range is in view, by the user's choice
 * @property {() => void} onEnd the last packets are in view
 */

export class ShownView {
  following = new Follow();
  history = new ZoomHistory();
  /** Zooming or panning, and whether the latest of that has been drawn. */
  isMoving = false;
  #isDrawn = true;
  /** @type {ViewState} */
  #state;
  #glide = new Glide(() => {
    this.isMoving = true;
    this.#isDrawn = false;
    this.#given.onChange();
  });
  #writeUrl = debounce(PAUSE_MS, () => this.#given.onQueryChange(this.#query(), { replace: true }));
  #given;
  #model;

  /** @param {ShownViewGiven} given */
  constructor(given) {
    this.#given = given;
    this.#model = given.model;
    this.#state = stateFromQuery(given.query, given.model.originNs);
  }

  get state() {
    return this.#state;
  }

  /** @returns {number} the one that is drawn */
  get direction() {
    return this.#state.direction ?? busierDirection(this.#model);
  }

  /** @returns {TimeRange} in view */
  get range() {
    return this.#glide.range ?? this.target;
  }

  /** @returns {TimeRange} in view when the view has come there */
  get target() {
    return this.#state.zoom ? constrain(this.#state.zoom, this.#model.limits) : this.#model.limits;
  }

  #query() {
    return queryFromState(
      this.following.isFollowing ? { ...this.#state, zoom: null } : this.#state,
      this.#model.originNs,
    );
  }

  /** Does not wait for the pause after a gesture. */
  writeUrlNow() {
    this.#writeUrl.cancel();
    this.#given.onQueryChange(this.#query(), { replace: true });
  }

  /** Whatever the user chooses stays where it is from then on. */
  hold() {
    if (!this.following.isFollowing) return;
    this.following.hold(this.#model.columns.rows);
    this.#state = { ...this.#state, zoom: this.#state.zoom ?? this.#model.limits };
    this.#writeUrl.call();
    this.#given.onChange();
  }

  /** @param {number} [spanNs] to be kept in view */
  follow(spanNs) {
    this.following.follow(spanNs);
    this.keepEnd();
    this.#writeUrl.call();
    this.#given.onChange();
  }

  /** Where the end is followed, it comes into view. */
  keepEnd() {
    if (!this.following.isFollowing) return;
    this.#state = { ...this.#state, zoom: this.following.range(this.#model.limits, this.#given.widthPx()) };
    this.#given.onEnd();
  }

  /** Goes to the last packets, and follows them as they arrive. */
  toEnd() {
    const { startNs, endNs } = this.range;
    const { limits } = this.#model;
    if (this.following.isLive) this.follow(endNs - startNs);
    else this.setZoom(pan({ startNs, endNs }, limits.endNs - endNs, limits), 'start');
  }

  /**
   * @param {Partial<ViewState>} part
   * @param {Gesture} gesture 'start' and 'jump' make a step that the browser's back undoes
   */
  change(part, gesture) {
    this.isMoving = part.zoom !== undefined && gesture !== 'replace';
    this.#isDrawn = false;
    const before = this.range;
    if (part.zoom || part.span || part.frame) this.hold();
    else if (part.zoom === null) this.following.follow(Infinity);
    this.#state = { ...this.#state, ...part };
    if (gesture === 'jump') this.#glide.start(before, this.target);
    else if (part.zoom !== undefined) this.#glide.stop();
    if (part.zoom !== undefined) this.#given.onZoom();
    if (gesture === 'start' || gesture === 'jump') {
      this.#writeUrl.cancel();
      this.#given.onQueryChange(this.#query());
    } else {
      this.#writeUrl.call();
    }
    this.#given.onChange();
  }

  /** @param {TimeRange|null} next null: the whole connection @param {Gesture} gesture */
  setZoom(next, gesture) {
    const zoom = next && this.isWhole(next) ? null : next && constrain(next, this.#model.limits);
    if (sameRange(zoom, this.#state.zoom)) return;
    if (gesture === 'start' || gesture === 'jump') this.history.push(this.#state.zoom);
    this.change({ zoom }, gesture);
  }

  /** @param {TimeRange} range */
  isWhole(range) {
    const { startNs, endNs } = this.#model.limits;
    return range.startNs <= startNs + 1 && range.endNs >= endNs - 1;
  }

  noteDrawn() {
    this.#isDrawn = true;
  }

  /** The input has paused; if frames take long it may have continued meanwhile. */
  rest() {
    this.isMoving &&= !this.#isDrawn;
  }

  /** @param {boolean} isLive whether packets come as they are captured */
  setLive(isLive) {
    const { following } = this;
    const { zoom, span, frame } = this.#state;
    if (isLive === following.isLive) return;
    following.isLive = isLive;
    if (isLive && !zoom && !span && frame === null) this.follow();
    else if (isLive) following.hold(this.#model.columns.rows);
    else if (following.isFollowing) this.hold();
    this.#given.onChange();
  }

  /**
   * @param {import('../../state/types.js').Query} query from the browser's back or forward, or from a guide
   * @param {{ glides?: boolean }} [how]
   */
  arrive(query, { glides = false } = {}) {
    const before = this.range;
    const arrived = stateFromQuery(query, this.#model.originNs);
    const { zoom, span, frame } = arrived;
    this.#writeUrl.cancel();
    this.#glide.stop();
    this.history.arriveAt(zoom);
    this.#state = arrived;
    if (zoom || span || frame !== null) this.following.hold(this.#model.columns.rows);
    else this.following.follow();
    this.keepEnd();
    if (glides) this.#glide.start(before, this.target);
  }

  destroy() {
    this.#glide.stop();
    this.#writeUrl.cancel();
  }
}
