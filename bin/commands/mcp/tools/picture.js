import * as z from 'zod';

import { reportPageOf } from '../../picture/report-of.js';
import { summaryOf } from '../../picture/summary.js';
import { captureId, connectionId } from '../schemas.js';
import { anyIndexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */

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
    startSeconds: z.number().nonnegative().optional().describe('with endSeconds: the span of time that packets shows'),
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
    const page = await reportPageOf(open.analysis, {
      ...{ source: open.source, name: open.name, place, isRedacted: captures.isRedacted },
      flow: asked.connection === undefined ? null : anyIndexOf(open, asked.connection),
    });
    const look = { width: widthPixels, height: heightPixels, isDark: dark };
    const png = await browser.drawn(page, look, (shown) => (isSummary ? summaryOf(shown, '.png') : shown.screenshot()));
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
 * @param {OpenCapture} open
 * @param {{ connection?: number | string, view?: string, startSeconds?: number, endSeconds?: number }} asked
 * @returns {string} the view's path below the capture's
 */
function placeOf(open, { connection, view, startSeconds, endSeconds }) {
  if (connection === undefined) {
    return view === undefined || !isOfCapture(view) || view === 'connections' ? '' : `/${view}`;
  }
  anyIndexOf(open, connection);
  const span = startSeconds === undefined || endSeconds === undefined ? '' : `?from=${startSeconds}&to=${endSeconds}`;
  return `/connections/${connection}${view === 'messages' ? '/messages' : span}`;
}

/** @param {string} view */
const isOfCapture = (view) => OF_CAPTURE.some((name) => name === view);
