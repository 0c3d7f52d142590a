/**
 * What a capture's summary draws between its sentence and its figures.
 *
 *     dump.pcap
 *     Traffic: client → server above the line, server → client below it
 *     ▁▂█▁▁▃                                  |      |
 *     ──────────────────────── s since the first packet
 *     Findings, worst first
 *     ▪ Zero window                                                             3.98 s
 *       The client closed its receive window 6 times …
 *     Connections, worst first
 *     ▪ 3   10.0.0.1:4000 → 10.0.0.2:80   1.2 MB   5.89 s   Zero window · 3.98 of 5.89 s
 */
import { count, formatEndpoint, formatFlow, formatSeconds } from '../../../base/format.js';
import { MARGIN } from '../../../plot/picture-frame.js';
import { cut } from '../../../plot/summary-picture.js';
import { timeTicks } from '../../../plot/time-ticks.js';
import { cellTexts } from '../connection-words.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../../base/theme.js').Colours} Colours */
/** @typedef {import('../../../state/types.js').Capture} Capture */

/**
 * @typedef {object} Shown
 * @property {Capture} capture
 * @property {import('../../../state/answer-types.js').Finding[]} findings worst first
 * @property {import('../../../state/types.js').ConnectionRow[]} connections worst first
 */

/** Px. */
const WIDTH = 1000;
const HEAD_HEIGHT = 50;
const TRAFFIC_HEIGHT = 130;
const AXIS_HEIGHT = 20;
const ROW_HEIGHT = { finding: 40, connection: 22 };
const TITLE_HEIGHT = 30;
/** Rows of a list. */
export const MOST_ROWS = 8;

/** @type {Record<string, keyof Colours>} */
const COLOURS = { error: 'retx', warning: 'ooo' };

/** @param {number} rows @param {number} rowHeight */
const listHeight = (rows, rowHeight) => (rows === 0 ? 0 : TITLE_HEIGHT + Math.min(rows, MOST_ROWS) * rowHeight);

/** @param {Shown} shown @returns {{ width: number, height: number }} */
export function drawingSize({ findings, connections }) {
  const lists = listHeight(findings.length, ROW_HEIGHT.finding) + listHeight(connections.length, ROW_HEIGHT.connection);
  return { width: WIDTH, height: HEAD_HEIGHT + TRAFFIC_HEIGHT + AXIS_HEIGHT + lists + 8 };
}

/** @param {Renderer} renderer @param {Shown} shown @param {Colours} colours */
export function drawCapture(renderer, shown, colours) {
  const { capture, findings, connections } = shown;
  const second = { colour: colours.ink2, size: 12 };
  renderer.text(capture.name, MARGIN, 14, { colour: colours.ink1, size: 15, weight: 600 });
  renderer.text('Traffic: client → server above the line, server → client below it; red: retransmitted', MARGIN, 34, {
    ...second,
  });
  drawTraffic(renderer, capture, colours);
  const top = HEAD_HEIGHT + TRAFFIC_HEIGHT + AXIS_HEIGHT;
  const listed = findings.slice(0, MOST_ROWS);
  drawTitle(renderer, colours, top, listed.length === 0 ? '' : 'Findings, worst first');
  listed.forEach((row, i) => drawFinding(renderer, row, top + TITLE_HEIGHT + i * ROW_HEIGHT.finding, colours));
  const below = top + listHeight(listed.length, ROW_HEIGHT.finding);
  const all = capture.connections + capture.quicConnections;
  const of = connections.length < all ? `, ${connections.length} of ${count(all, 'connection')}` : '';
  drawTitle(renderer, colours, below, `Connections, worst first${of}`);
  connections.forEach((row, i) =>
    drawConnection(renderer, row, below + TITLE_HEIGHT + (i + 0.5) * ROW_HEIGHT.connection, colours),
  );
}

/** @param {Renderer} renderer @param {Colours} colours @param {number} top @param {string} text */
const drawTitle = (renderer, colours, top, text) =>
  renderer.text(text, MARGIN, top + 18, { colour: colours.ink1, size: 13, weight: 600 });

/** @param {Renderer} renderer @param {Capture} capture @param {Colours} colours */
function drawTraffic(renderer, { activity, duration }, colours) {
  const { clientToServer: up = [], serverToClient: down = [], retransmissions: again = [] } = activity ?? {};
  const bins = Math.max(up.length, down.length, 1);
  const [upMost, downMost] = [Math.max(0, ...up), Math.max(0, ...down)];
  const room = TRAFFIC_HEIGHT - 12;
  const perByte = upMost + downMost === 0 ? 0 : room / (upMost + downMost);
  const zero = HEAD_HEIGHT + 6 + upMost * perByte;
  const pitch = (WIDTH - 2 * MARGIN) / bins;
  const width = Math.max(1, pitch - 1);
  for (let i = 0; i < bins; i++) {
    const x = MARGIN + i * pitch;
    const [high, low] = [(up[i] ?? 0) * perByte, (down[i] ?? 0) * perByte];
    if (high > 0) renderer.rect({ x, y: zero - high, width, height: high }, { colour: colours.c2s });
    if (low > 0) renderer.rect({ x, y: zero, width, height: low }, { colour: colours.s2c });
    const y = HEAD_HEIGHT + TRAFFIC_HEIGHT - 4;
    if ((again[i] ?? 0) > 0) renderer.rect({ x, y, width, height: 4 }, { colour: colours.retx });
  }
  renderer.rect({ x: MARGIN, y: zero - 0.5, width: WIDTH - 2 * MARGIN, height: 1 }, { colour: colours.line3 });
  drawAxis(renderer, (activity?.binSeconds ?? 0) * bins || (duration ?? 0), colours);
}

/** @param {Renderer} renderer @param {number} seconds @param {Colours} colours */
function drawAxis(renderer, seconds, colours) {
  if (seconds <= 0) return;
  const width = WIDTH - 2 * MARGIN;
  const range = { startNs: 0, endNs: seconds * 1e9 };
  const units = { unit: /** @type {const} */ ('s'), originNs: 0, originName: 'the first packet' };
  const { ticks, caption } = timeTicks(range, width * 0.8, { ...units, rttNs: null, dayNs: null });
  const y = HEAD_HEIGHT + TRAFFIC_HEIGHT + 10;
  const captionWidth = renderer.textWidth(caption, { colour: colours.ink3 });
  for (const { timeNs, label } of ticks) {
    const x = MARGIN + (timeNs / range.endNs) * width;
    if (x + 50 > MARGIN + width - captionWidth) continue;
    renderer.text(label, x, y, { colour: colours.ink3 });
  }
  renderer.text(caption, MARGIN + width, y, { colour: colours.ink3, align: 'right' });
}

/** @param {Renderer} renderer @param {string} severity @param {number} y @param {Colours} colours */
function drawMark(renderer, severity, y, colours) {
  renderer.rect({ x: MARGIN, y: y - 5, width: 10, height: 10 }, { colour: colours[COLOURS[severity] ?? 'line3'] });
}

/**
 * @param {Renderer} renderer @param {Shown['findings'][number]} finding @param {number} top
 * @param {Colours} colours
 */
function drawFinding(renderer, { severity, title, message, costSeconds }, top, colours) {
  const [y, left, right] = [top + 10, MARGIN + 18, WIDTH - MARGIN];
  const bold = { colour: colours.ink1, size: 13, weight: 600 };
  const style = { colour: colours.ink2, size: 13 };
  drawMark(renderer, severity, y, colours);
  renderer.text(title, left, y, bold);
  if (costSeconds !== null) renderer.text(formatSeconds(costSeconds), right, y, { ...bold, align: 'right' });
  renderer.text(cut(message, right - left, renderer.textWidth, style), left, y + 18, style);
}

/** @param {Renderer} renderer @param {Shown['connections'][number]} row @param {number} y @param {Colours} colours */
function drawConnection(renderer, row, y, colours) {
  const style = { colour: colours.ink2, size: 13 };
  const { length, bytesOut, bytesBack } = cellTexts(row);
  const server = row.serverName === null ? formatEndpoint(row.server) : `${row.serverName}:${row.server.port}`;
  drawMark(renderer, row.verdict.severity, y, colours);
  renderer.text(formatFlow(row.flow), MARGIN + 18, y, style);
  const ends = `${formatEndpoint(row.client)} → ${server}`;
  renderer.text(cut(ends, 330, renderer.textWidth, style), MARGIN + 60, y, style);
  renderer.text(`${bytesOut} → ${bytesBack}`, MARGIN + 530, y, { ...style, align: 'right' });
  renderer.text(length, MARGIN + 600, y, { ...style, align: 'right' });
  const left = MARGIN + 616;
  const strong = { colour: colours.ink1, size: 13, weight: 600 };
  renderer.text(cut(row.verdict.sentence, WIDTH - MARGIN - left, renderer.textWidth, strong), left, y, strong);
}
