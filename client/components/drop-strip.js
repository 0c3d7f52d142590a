import { el, setText } from '../base/dom.js';
import { count, formatNumber } from '../base/format.js';
import { droppedPackets } from './capture-text.js';

/** @typedef {import('../state/types.js').Capture} Capture */

/** Drops of a live capture. Their first occurrence is announced; the running figures are not. */
export function dropStrip() {
  const announced = el('span', { class: 'visually-hidden', role: 'status' });
  const dropped = el('strong', {});
  const parts = el('span', {});
  const strip = el('div', { class: 'drop-strip', hidden: true }, dropped, parts);
  /** @param {number | null} value */
  const part = (value) => (value === null ? 'unknown' : formatNumber(value));
  return {
    element: el('div', {}, announced, strip),
    /** @param {Capture} capture */
    update(capture) {
      const packets = droppedPackets(capture);
      strip.hidden = packets === 0;
      if (!capture.live || packets === 0) return;
      const { kernel, interface: atInterface } = capture.live.drops;
      setText(announced, 'Packets were dropped.');
      setText(dropped, `${count(packets, 'packet')} dropped`);
      setText(
        parts,
        `kernel ${part(kernel)} · interface ${part(atInterface)} · gaps may come from the capture, not the path`,
      );
    },
  };
}
