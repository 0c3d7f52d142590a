import { el } from '../base/dom.js';
import { redrawn } from '../base/redrawn.js';
import { theme } from '../base/theme.js';
import { max, sum } from '../vendor/d3.js';

/**
 * Bytes over time at a glance: client → server upwards, server → client downwards, retransmissions as ticks at the
 * edge.
 *
 *      ▏ ▏▏        ▏         ticks of retransmissions, on the busier side
 *     ▁▃▂▁   ▁▂▁             client → server
 *   ────────────────────     the same scale on both sides
 *     ▔▔▀▀▔▔   ▔▔            server → client
 */

/**
 * @typedef {{ clientToServer: number[], serverToClient: number[], repeats: number[] }} SparkData bins of equal length,
 *   one another's match
 */

const repeatTick = 3;
const smallestBar = 1;
const widestBar = 5;

/**
 * @param {{ baseline?: 'middle' | 'shared' }} [options] middle: the zero line is in the same place in all rows;
 *   shared: each side gets the height that its bytes need
 * @returns {{ element: HTMLCanvasElement, set: (data: SparkData) => void }}
 */
export function sparkline({ baseline = 'middle' } = {}) {
  const element = el('canvas', { class: 'sparkline', 'aria-hidden': 'true' });
  /** @type {SparkData} */
  let data = { clientToServer: [], serverToClient: [], repeats: [] };
  const ask = redrawn(element, () => drawSparkline(element, data, baseline));
  return {
    element,
    set(next) {
      data = next;
      ask();
    },
  };
}

/**
 * @param {number[]} bins
 * @param {number} columns fewer than there are bins
 * @returns {number[]} sums, so that nothing is lost
 */
function gather(bins, columns) {
  const sums = new Array(columns).fill(0);
  for (let i = 0; i < bins.length; i++) sums[Math.floor((i * columns) / bins.length)] += bins[i];
  return sums;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {SparkData} data
 * @param {'middle' | 'shared'} baseline
 */
function drawSparkline(canvas, data, baseline) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);

  const bins = Math.max(data.clientToServer.length, data.serverToClient.length);
  const columns = Math.min(bins, Math.floor(width / 2));
  const up = gather(data.clientToServer, columns);
  const down = gather(data.serverToClient, columns);
  const repeats = gather(data.repeats, columns);
  const upMax = max(up) ?? 0;
  const downMax = max(down) ?? 0;
  const most = Math.max(upMax, downMax);
  const share = baseline === 'shared' && most > 0 ? upMax / (upMax + downMax) : 0.5;
  const room = height - 2 * repeatTick - 1;
  const zero = Math.round(repeatTick + room * Math.min(0.94, Math.max(0.06, share))) + 0.5;
  const perByte =
    most === 0
      ? 0
      : Math.min((zero - repeatTick - 1) / (upMax || 1e-9), (height - repeatTick - 1 - zero) / (downMax || 1e-9));

  const colours = theme.colours();
  const pitch = width / Math.max(1, columns);
  const bar = Math.max(1.5, Math.min(pitch - 0.5, pitch * 0.7, widestBar));
  context.fillStyle = colours.line2;
  context.fillRect(0, zero - 0.5, width, 1);
  const x = (/** @type {number} */ column) => snap((column + 0.5) * pitch - bar / 2, ratio);
  context.fillStyle = colours.c2s;
  up.forEach((bytes, i) => {
    const high = barHeight(bytes, perByte);
    if (high > 0) context.fillRect(x(i), zero - 0.5 - high, bar, high);
  });
  context.fillStyle = colours.s2c;
  down.forEach((bytes, i) => context.fillRect(x(i), zero + 0.5, bar, barHeight(bytes, perByte)));
  context.fillStyle = colours.retx;
  const tickTop = sum(up) > sum(down) ? 0 : height - repeatTick;
  repeats.forEach((packets, i) => {
    if (packets > 0) context.fillRect(x(i), tickTop, Math.max(2, bar), repeatTick);
  });
}

/** @param {number} bytes @param {number} perByte */
function barHeight(bytes, perByte) {
  return bytes > 0 ? Math.max(smallestBar, bytes * perByte) : 0;
}

/** @param {number} value @param {number} ratio device pixels per CSS pixel */
function snap(value, ratio) {
  return Math.round(value * ratio) / ratio;
}
