/**
 * Every sign of a connection's diagrams, drawn as the diagrams draw it, and what it means.
 */
import { el } from '../../../base/dom.js';
import { theme } from '../../../base/theme.js';
import { openSheet } from '../../../components/sheet.js';
import { canvasRenderer } from '../../../plot/renderer.js';
import { drawLegendSign } from '../panes/legend-signs.js';
import { SIGN_GROUPS } from './signs.js';

const SIZE_PX = 16;

/** @param {string} sign */
function drawn(sign) {
  const colours = theme.colours();
  const canvas = el('canvas', { class: 'legend-sign', 'aria-hidden': 'true' });
  const context = canvas.getContext('2d');
  canvas.width = canvas.height = SIZE_PX * devicePixelRatio;
  if (!context) return canvas;
  context.scale(devicePixelRatio, devicePixelRatio);
  const middle = SIZE_PX / 2;
  const renderer = canvasRenderer(context);
  drawLegendSign(sign, false, { renderer, colours, data: colours.s2c, x: middle, y: middle });
  return canvas;
}

export function openLegendSheet() {
  const groups = SIGN_GROUPS.map(([title, signs]) =>
    el(
      'section',
      { class: 'key-group' },
      el('h3', { class: 'caption', text: title }),
      el(
        'dl',
        {},
        ...signs.map(([sign, name, words]) =>
          el('div', { class: 'sign-row' }, el('dt', {}, drawn(sign), name), el('dd', { text: words })),
        ),
      ),
    ),
  );
  openSheet({ title: 'Legend of all marks', body: el('div', { class: 'sign-groups' }, ...groups), class: 'key-sheet' });
}
