/** The strip beside the lanes, shown when the page has no room for all of them. */

/** @typedef {import('./density-strip.js').DensityStrip} DensityStrip */

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {import('../../base/theme.js').Theme} given.theme
 * @param {HTMLElement} given.body of lanes and strip
 * @param {import('./screen.js').LanesScreen} given.screen
 * @param {import('./lane-source.js').LaneSource} given.source
 * @param {import('../timeline/window/time-window.js').TimeWindow} given.time
 */
export function stripPlace({ api, captureId, theme, body, screen, source, time }) {
  /** @type {DensityStrip|null} */
  let strip = null;
  let isComing = false;
  let isGone = false;
  /** The order that was counted. @type {import('./lane-source.js').LaneOrder|null} */
  let counted = null;

  /** @param {number} lane @param {number} timeNs @param {'start'|'move'} gesture */
  function onMove(lane, timeNs, gesture) {
    screen.showLane(lane);
    const { startNs, endNs } = time.target;
    if (time.zoom) time.panBy(timeNs - (startNs + endNs) / 2, gesture);
  }

  async function come() {
    isComing = true;
    const { DensityStrip } = await import('./density-strip.js');
    if (isGone) return;
    strip = new DensityStrip({ api, captureId, onMove, onScroll: (byPx) => screen.scrollBy(byPx) });
    body.append(strip.element);
    update();
  }

  /** As the lanes were drawn last. */
  function update() {
    const { order, text } = source;
    const { isPart, ...lanes } = screen.inView;
    if (!order || isGone) return;
    if (!strip) return void (isPart && !isComing && come());
    strip.element.hidden = !isPart;
    if (!isPart) return;
    if (counted !== null && counted !== order) strip.grow();
    counted = order;
    strip.update({ order, text, lanes, range: time.range, colours: theme.colours() });
  }

  return {
    update,
    destroy() {
      isGone = true;
      strip?.destroy();
    },
  };
}
