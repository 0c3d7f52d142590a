import * as z from 'zod';

import { reportPageOf } from '../../picture/report-of.js';
import { summaryOf } from '../../picture/summary.js';
import { captureId, connectionId } from '../schemas.js';
import { anyIndexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */

/** Of a capture whose picture of one connection is drawn in a report of all. */
export const MAX_WHOLE_PACKETS = 50_000;

const OF_CAPTURE = /** @type {const} */ (['connections', 'lanes', 'plots', 'waterfall', 'statements']);
const OF_CONNECTION = /** @type {const} */ (['summary', 'packets', 'messages']);

/** @type {Tool} */
export const picture = {
  name: 'picture',
  title: 'Picture of a view',
  description:
    "Selfclock's own page as a PNG: of a connection its time-sequence diagram with windows and round trips (packets) or " +
    'its messages; of the capture the table of connections, lanes, plots, the waterfall of its pages, or statements.',
  input: z.object({
    capture: captureId(),
    connection: connectionId().optional(),
    view: z
      .enum([...OF_CAPTURE, ...OF_CONNECTION])
      .optional()
      .describe('packets of a connection, or connections'),
    startSeconds: z
      .number()
      .nonnegative()
      .optional()
      .describe("with endSeconds: the span of time that packets shows, since the capture's first packet"),
    endSeconds: z.number().nonnegative().optional(),
    widthPixels: z.number().int().min(320).max(2400).optional().describe('1200 without it'),
    heightPixels: z.number().int().min(240).max(2400).optional().describe('800 without it'),
    dark: z.boolean().optional(),
  }),
  output: z.object({ view: z.string(), widthPixels: z.number(), heightPixels: z.number() }),
  async run({ captures, browser }, asked) {
    const { widthPixels = 1200, heightPixels = 800, dark = false } = asked;
    const open = captures.get(asked.capture);
    const place = placeOf(open, asked);
    const isSummary = asked.view === 'summary' && typeof asked.connection === 'number';
    const flow = reportedOf(open, asked.connection);
    const { source, name } = open;
    const pieces = () => reportPageOf(open.analysis, { source, name, flow, isRedacted: captures.isRedacted });
    const look = { width: widthPixels, height: heightPixels, isDark: dark };
    const png = isSummary
      ? await browser.drawn({ key: null, pieces, place }, look, (shown) => summaryOf(shown, '.png'))
      : await browser.drawn({ key: `${open.id} ${flow}`, pieces, place }, look, (shown) => shown.screenshot());
    const structuredContent = { view: place, widthPixels, heightPixels };
    const data = png.toString('base64');
    return {
      content: [
        { type: 'image', data, mimeType: 'image/png' },
        { type: 'text', text: JSON.stringify(structuredContent) },
      ],
      structuredContent,
    };
  },
};

/**
 * A report of the whole capture shows all of its views, without being loaded again.
 * @param {OpenCapture} open @param {number | string | undefined} connection
 * @returns {number | null} index of the only connection in the report; null: all
 */
function reportedOf(open, connection) {
  if (connection === undefined || open.analysis.ingest.describe().packets <= MAX_WHOLE_PACKETS) return null;
  return anyIndexOf(open, connection);
}

/**
 * @param {OpenCapture} open
 * @param {{ connection?: number | string, view?: string, startSeconds?: number, endSeconds?: number }} asked
 * @returns {string} the view's path below the capture's
 */
function placeOf(open, { connection, view, startSeconds, endSeconds }) {
  if (connection === undefined) {
    return view === undefined || !isOfCapture(view) || view === 'connections' ? '' : `/${view}`;
  }
  const row = open.connections.row(anyIndexOf(open, connection));
  // TCP's addresses count from the connection's first packet, QUIC's from the capture's.
  const start = typeof connection === 'number' ? row.start : 0;
  const isSpan = startSeconds !== undefined && endSeconds !== undefined;
  const zoom = isSpan ? `?zoom=${sinceStart(startSeconds, start)}-${sinceStart(endSeconds, start)}` : '';
  return `/connections/${connection}${view === 'messages' ? '/messages' : zoom}`;
}

/** As the page's addresses have it. @param {number} seconds @param {number} start from which they count */
const sinceStart = (seconds, start) => Math.max(0, seconds - start).toFixed(9);

/** @param {string} view */
const isOfCapture = (view) => OF_CAPTURE.some((name) => name === view);
