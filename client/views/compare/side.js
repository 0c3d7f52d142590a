/** The tables beside a comparison: differences, and the flights that the diagram shows. */
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber, formatSeconds, missing } from '../../base/format.js';
import { causeStyle } from '../connection/panes/limit-styles.js';
import { changeOf, figuresOf, inSeconds, valueOf } from './figures.js';
import { isWhole } from './member.js';

/** @typedef {import('./member.js').Member} Member */

/** Flights listed; a long transfer has thousands. */
const mostFlights = 60;

export function compareSide() {
  const element = el('aside', { class: 'compare-side', 'aria-label': 'Differences', tabindex: 0 });

  /** @param {Member[]} members */
  function differences(members) {
    const isPair = members.length === 2;
    const whole = members.filter(isWhole).map(({ letter }) => letter);
    const hasWhole = whole.length > 0;
    const scope = whole.length === members.length ? ' (capture)' : ` (${whole.join(', ')}: capture)`;
    const heads = members.map(({ letter, name }) => el('th', { scope: 'col', title: name, text: letter }));
    const rows = figuresOf(members).map((figure) =>
      el(
        'tr',
        { class: [figure.apart && 'is-apart', figure.strong && 'is-strong'].filter(Boolean).join(' ') },
        el('th', {
          scope: 'row',
          'data-figure': figure.name,
          text: `${figure.name}${figure.isOfSummary && hasWhole ? scope : ''}`,
        }),
        ...members.map((_, i) => el('td', { text: valueOf(figure, i) })),
        isPair && el('td', { class: 'change', text: changeOf(figure, 1) }),
      ),
    );
    return el(
      'table',
      { class: 'compare-table' },
      el('caption', { class: 'side-title', text: 'Differences' }),
      el('thead', {}, el('tr', {}, el('td'), ...heads, isPair && el('th', { scope: 'col', text: 'B − A' }))),
      el('tbody', {}, ...rows, heldBack(members, isPair)),
    );
  }

  /** What each one's data waited for longest. @param {Member[]} members @param {boolean} isPair */
  function heldBack(members, isPair) {
    if (members.every((member) => member.heldBack === null)) return false;
    return el(
      'tr',
      { class: 'is-apart held-back' },
      el('th', { scope: 'row', text: 'Limited by' }),
      ...members.map(({ heldBack: by }) =>
        el(
          'td',
          {},
          ...(by === null
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
      isPair && el('td'),
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
    const left = members.reduce((sum, member) => sum + Math.max(0, member.flights.length - mostFlights), 0);
    return [
      el(
        'table',
        { class: 'compare-table' },
        el('caption', { class: 'side-title', text: 'Flights' }),
        el(
          'thead',
          {},
          el('tr', {}, el('td'), ...['Begins', 'Segments', 'Bytes'].map((text) => el('th', { scope: 'col', text }))),
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
