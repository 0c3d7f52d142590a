import { el, setText } from '../base/dom.js';
import { formatNumber } from '../base/format.js';
import { isMeasured, readingProgress } from './capture-text.js';
import { dropStrip } from './drop-strip.js';

/** @typedef {import('../state/types.js').Capture} Capture */

/**
 * Strips above a view of part of a capture: that it is still being read, and that it dropped packets.
 */
export function captureStrips() {
  const drops = dropStrip();
  const reading = el('p', { class: 'reading-strip', role: 'status', hidden: true });
  return {
    element: el('div', {}, reading, drops.element),
    /** @param {Capture} capture */
    update(capture) {
      reading.hidden = capture.state !== 'reading' && capture.state !== 'receiving';
      if (!reading.hidden) {
        const percent = formatNumber(Math.floor(readingProgress(capture).done * 100));
        const soFar = isMeasured(capture) ? `, ${percent} % so far` : '';
        setText(reading, `The capture is still being read${soFar}. More may come, and findings may change.`);
      }
      drops.update(capture);
    },
  };
}
