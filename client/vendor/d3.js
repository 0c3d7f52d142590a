/**
 * The parts of D3 that the page uses, as a module. index.html loads them as a classic script (their UMD files, one
 * after the other), which runs before any module does.
 */

const { d3 } = /** @type {{ d3: typeof import('d3') }} */ (/** @type {unknown} */ (globalThis));

export const {
  ascending,
  bisectLeft,
  bisectRight,
  bisector,
  brush,
  brushX,
  create,
  descending,
  drag,
  easeCubicOut,
  extent,
  format,
  formatLocale,
  group,
  interpolateNumber,
  leastIndex,
  max,
  maxIndex,
  min,
  precisionFixed,
  quickselect,
  scaleLinear,
  scaleLog,
  select,
  sum,
  tickStep,
  ticks,
  timeFormat,
  timer,
  utcFormat,
  utcTicks,
  zoom,
  zoomIdentity,
  ZoomTransform,
} = d3;
