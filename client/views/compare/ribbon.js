/** What limited a member's data at each moment, as in the connection view. */
import { senderShown } from '../connection/data/sender-data.js';
import { drawRibbon, RIBBON_HIGH } from '../connection/panes/limits.js';
import { scaleOf } from './scene.js';

/**
 * @param {import('../../plot/renderer.js').Renderer} renderer
 * @param {import('./scene.js').Scene} scene
 * @param {import('./layout.js').Pane} pane
 */
export function drawLimits(renderer, scene, pane) {
  const member = scene.members[pane.members[0]];
  const { layout, colours, isOverlaid } = scene;
  const x = scaleOf(scene, member);
  const { senders, direction } = member;
  const causes = senders === null ? null : senderShown(senders, direction, x.range).causes;
  renderer.clipped({ x: layout.leftPx, y: pane.top + 1, width: layout.widthPx, height: pane.height - 1 }, () =>
    drawRibbon(renderer, { causes, x, colours, topPx: pane.top + (pane.height - RIBBON_HIGH) / 2 }),
  );
  const words = layout.narrow ? member.letter : `Limited by, ${member.letter}`;
  renderer.text(words, layout.leftPx - 8, pane.top + pane.height / 2, {
    colour: isOverlaid ? colours.ink1 : colours.ink3,
    align: 'right',
  });
}
