/** The tables beside a comparison: differences, and the flights that the diagram shows. */
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber, formatSeconds, missing } from '../../base/format.js';
import { sum } from '../../vendor/d3.js';
import { causeStyle } from '../connection/panes/limit-styles.js';
import { differenceTable, inSeconds } from './difference-table.js';
import { figuresOf } from './figures.js';
import { isWhole } from './member.js';
import { unitOf } from './transports.js';

/** @typedef {import('./member.js').Member} Member */

/** Flights listed; a long transfer has thousands. */
const mostFlights = 60;

export function compareSide() {
  const element = el('aside', { class: 'compare-side', 'aria-label': 'Differences', tabindex: 0 });

  /** @param {Member[]} members */
  function differences(members) {
    const whole = members.filter(isWhole).map(({ letter }) => letter);
    const scope = whole.length === members.length ? ' (capture)' : ` (${whole.join(', ')}: capture)`;
    return differenceTable('Differences', members, figuresOf(members), {
      scope: whole.length > 0 ? scope : '',
      last: heldBack(members),
    });
  }

  /** What each one's data waited for longest. @param {Member[]} members */
  function heldBack(members) {
    if (members.every(({ heldBack: by }) => by === null || by === undefined)) return false;
    return el(
      'tr',
      { class: 'is-apart held-back' },
      el('th', { scope: 'row', text: 'Limited by' }),
      ...members.map(({ heldBack: by }) =>
        el(
          'td',
          {},
          ...(by === null || by === undefined
            ? [missing]
            : [
                el('span', {
                  class: 'held-back-words',
                  title: causeStyle(by.cause).words,
                  text: causeStyle(by.cause).short,
                }),
                el('span', { text: inSeconds(by.seconds * 1e9) }),
              ]),
        ),
      ),
      members.length === 2 && el('td'),
    );
  }

  /** @param {Member[]} members @param {import('./state.js').Align} align */
  function flights(members, align) {
    const rows = members.flatMap((member) =>
      member.flights
        .slice(0, mostFlights)
        .map((flight, i) =>
          el(
            'tr',
            { class: i === 0 ? 'is-apart' : '' },
            el('th', { scope: 'row', text: `${member.letter} ${formatNumber(i + 1)}` }),
            el('td', { text: formatSeconds((flight.startNs - member.alignNs[align]) / 1e9) }),
            el('td', { text: formatNumber(flight.segments) }),
            el('td', { text: formatBytes(flight.bytes) }),
          ),
        ),
    );
    const left = sum(members, ({ flights }) => Math.max(0, flights.length - mostFlights));
    return [
      el(
        'table',
        { class: 'compare-table' },
        el('caption', { class: 'side-title', text: 'Flights' }),
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            el('td'),
            ...['Begins', unitOf(members) === 'packet' ? 'Packets' : 'Segments', 'Bytes'].map((text) =>
              el('th', { scope: 'col', text }),
            ),
          ),
        ),
        el('tbody', {}, ...rows),
      ),
      left > 0 && el('p', { class: 'second', text: `${formatNumber(left)} more are not listed.` }),
    ];
  }

  return {
    element,
    /** @param {Member[]} members @param {import('./state.js').Align} align */
    update(members, align) {
      fill(element, differences(members), ...flights(members, align));
    },
  };
}
