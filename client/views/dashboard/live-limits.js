/** The limits of a live capture: their fields, and their description. */
import { bytesText } from '../../../lib/shared/text/quantities.js';
import { el, setText } from '../../base/dom.js';
import { count } from '../../base/format.js';

/**
 * @typedef {Pick<import('../../state/types.js').LiveRequest, 'snapLength'|'maxBytes'|'maxSeconds'|'ringBytes'>}
 *   LiveLimits null: no limit
 */

const megabyte = 1_000_000;
/** Smaller rings are refused by the server. */
const smallestRingMegabytes = 5;

/**
 * @param {string} label
 * @param {string} unit
 * @param {string} placeholder what holds while it is empty
 * @param {() => void} onInput
 * @param {number} [min]
 */
function limitField(label, unit, placeholder, onInput, min = 1) {
  const input = el('input', {
    type: 'number',
    class: 'field limit-field',
    min,
    step: 1,
    inputmode: 'numeric',
    placeholder,
    on: { input: onInput },
  });
  return {
    input,
    element: el(
      'label',
      { class: 'limit' },
      el('span', { text: label }),
      input,
      el('span', { class: 'limit-unit', text: unit }),
    ),
  };
}

/** @param {HTMLInputElement} input @returns {number | null} */
function wholeNumber({ value }) {
  const number = Number(value);
  return value !== '' && Number.isInteger(number) && number > 0 ? number : null;
}

/** @param {HTMLInputElement} input in megabytes */
function bytesOf(input) {
  const megabytes = wholeNumber(input);
  return megabytes === null ? null : megabytes * megabyte;
}

/**
 * The limits, in words.
 * @param {LiveLimits} limits
 */
export function limitWords({ snapLength, maxBytes, maxSeconds, ringBytes }) {
  const packets = snapLength === null ? 'Whole packets' : `${count(snapLength, 'byte')} of each packet`;
  const size = ringBytes === null ? packets : `${packets}, the newest ${bytesText(ringBytes)}`;
  const ends = [
    maxBytes === null ? null : bytesText(maxBytes),
    maxSeconds === null ? null : `${count(maxSeconds, 'second')}`,
  ].filter(Boolean);
  return ends.length === 0 ? `${size}, until stopped` : `${size}, until ${ends.join(' or ')}`;
}

/** @param {() => void} onInput */
export function limitFields(onInput) {
  const summary = el('summary', {});
  const snap = limitField('First bytes of each packet', 'bytes', 'all', onInput);
  const size = limitField('Stop after', 'MB', 'no limit', onInput);
  const time = limitField('Stop after', 'seconds', 'no limit', onInput);
  const ring = limitField('Keep only the newest', 'MB', 'keep all', onInput, smallestRingMegabytes);
  /** @returns {LiveLimits} */
  const limits = () => {
    const ringBytes = bytesOf(ring.input);
    return {
      snapLength: wholeNumber(snap.input),
      maxSeconds: wholeNumber(time.input),
      ringBytes,
      // A ring never grows to a size to stop at.
      maxBytes: ringBytes === null ? bytesOf(size.input) : null,
    };
  };
  return {
    element: el('details', { class: 'limits' }, summary, snap.element, time.element, size.element, ring.element),
    limits,
    /** Shows the limits, and lets the user change them. */
    update() {
      const set = limits();
      size.input.disabled = set.ringBytes !== null;
      setText(summary, limitWords(set));
    },
  };
}
