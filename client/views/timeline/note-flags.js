/**
 * Users' notes in views of many connections: a flag at the axis for each, its words beside it while the pointer is
 * near. They are written in the connection's own view.
 */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { isAbort } from '../../state/api-error.js';
import { AXIS_HIGH } from './axis.js';
import { crisp } from './grid.js';
import { fitted } from './message-bands.js';

/** @typedef {import('../../state/types.js').Note} Note */
/** @typedef {ReturnType<typeof noteFlags>} NoteFlags */

const FLAG = { wide: 7, high: 6 };
/** How near the pointer must be, px. */
const NEAR = 9;
const MAX_WIDE = 420;

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {number} [given.flow] of a view of one connection: only its notes, and those of the whole capture
 * @param {() => void} given.onChange they have come
 */
export function noteFlags({ api, captureId, flow, onChange }) {
  const abort = new AbortController();
  /** @type {Note[]} */
  let notes = [];
  api
    .notes(captureId, abort.signal)
    .then(({ notes: all }) => {
      notes = all.filter((note) => flow === undefined || note.flow === null || note.flow === flow);
      if (notes.length > 0) onChange();
    })
    .catch((error) => {
      // The view says itself when the server is gone; without notes it is whole.
      if (!isAbort(error)) console.info('The notes cannot be shown.', error);
    });

  return {
    /**
     * @param {import('../../plot/renderer.js').Renderer} renderer
     * @param {import('./axis.js').Ground} ground
     * @param {number|null} pointerNs
     */
    draw(renderer, { x, colours, height }, pointerNs) {
      /** @type {Note|null} */
      let near = null;
      for (const note of notes) {
        const at = crisp(x.x(note.time));
        if (at < x.leftPx || at > x.leftPx + x.widthPx) continue;
        renderer.rect(
          { x: at - 0.5, y: AXIS_HIGH - FLAG.high, width: 1, height: height - AXIS_HIGH + FLAG.high },
          { colour: colours.ink1, alpha: 0.35 },
        );
        renderer.rect(
          { x: at, y: AXIS_HIGH - FLAG.high, width: FLAG.wide, height: FLAG.high },
          { colour: colours.ink1 },
        );
        if (pointerNs !== null && Math.abs(x.x(pointerNs) - at) <= NEAR) near = note;
      }
      if (near) drawWords(renderer, x, colours, near);
    },
    destroy: () => abort.abort(),
  };
}

/**
 * @param {import('../../plot/renderer.js').Renderer} renderer
 * @param {import('../../plot/time-scale.js').TimeScale} x
 * @param {import('../../base/theme.js').Colours} colours
 * @param {Note} note
 */
function drawWords(renderer, x, colours, note) {
  const style = { colour: colours.ink1, size: 12 };
  const of = note.flow === null ? '' : `Connection ${flowText(note.flow)}: `;
  const words = fitted(renderer, `${of}${note.text.replace(/\s+/g, ' ')}`, Math.min(MAX_WIDE, x.widthPx - 24), style);
  const width = renderer.textWidth(words, style) + 16;
  const left = Math.min(x.x(note.time) + 10, x.leftPx + x.widthPx - width);
  renderer.rect({ x: left, y: AXIS_HIGH + 6, width, height: 22 }, { colour: colours.bg3 });
  renderer.text(words, left + 8, AXIS_HIGH + 17, style);
}
