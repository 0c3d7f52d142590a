/** A summary of a whole capture in one picture to send: what is wrong, whose the time was, traffic, the worst of it. */
import { pictureCanvas } from '../../../plot/picture-canvas.js';
import { canvasRenderer } from '../../../plot/renderer.js';
import { drawSummary, summarySize } from '../../../plot/summary-picture.js';
import { svgRenderer } from '../../../plot/svg-renderer.js';
import { download } from '../../connection/head/exports.js';
import { fileNameOf, SHARPNESS } from '../../timeline/picture-files.js';
import { facts, sentence } from '../capture-head.js';
import { drawCapture, drawingSize, MOST_ROWS } from './drawing.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */

/**
 * @param {'png'|'svg'} form
 * @param {object} of
 * @param {import('../../../state/api.js').Api} of.api
 * @param {import('../../../state/types.js').Capture} of.capture
 * @param {Pick<import('../../../plot/summary-picture.js').Said, 'waited'|'shares'>} of.time
 * @param {import('../../../base/theme.js').Theme} of.theme
 */
export async function saveSummary(form, { api, capture, time, theme }) {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  const measure = canvasRenderer(context).textWidth;
  const worst = { sort: 'verdict', order: /** @type {const} */ ('desc'), text: '', offset: 0, limit: MOST_ROWS };
  const [{ findings }, { rows }] = await Promise.all([api.findings(capture.id), api.connections(capture.id, worst)]);
  const shown = { capture, findings: findings.filter(({ code }) => code !== 'all_well'), connections: rows };
  const [clause, rest] = sentence(capture);
  const said = { sentence: clause, detail: rest, ...time, figures: facts(capture) };
  // As the views' pictures: pixels in the theme of the page, a drawing in that of print.
  const colours = form === 'png' ? theme.colours() : theme.coloursOf('light');
  const drawing = {
    ...drawingSize(shown),
    draw: (/** @type {Renderer} */ renderer) => drawCapture(renderer, shown, colours),
  };
  const size = { ...summarySize(said, drawing, measure), ground: colours.bg1 };
  const onto = (/** @type {Renderer} */ renderer) => drawSummary(renderer, said, drawing, colours);
  const name = `${fileNameOf(capture.name)}-summary.${form}`;
  if (form === 'svg') {
    const renderer = svgRenderer({ ...size, title: `${capture.name}: summary`, measure });
    onto(renderer);
    return download(name, new Blob([renderer.file()], { type: 'image/svg+xml' }));
  }
  pictureCanvas({ ...size, sharpness: SHARPNESS }, onto)?.toBlob((blob) => blob && download(name, blob));
}
