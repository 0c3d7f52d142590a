import { FIELDS } from '../../../lib/shared/filter/fields.js';
import { el } from '../../base/dom.js';
import { openSheet } from '../sheet.js';

/** @type {[string, string][]} */
const EXAMPLES = [
  ['example.org :443', 'all of these words, in addresses, ports, state, protocol, hosts and paths'],
  [
    'retransmissions > 2 % && server.port == 443',
    '&& (and), || (or), ! (not), parentheses; terms side by side must all match',
  ],
  ['host contains shop || target matches "\\.jpe?g$"', 'substring; regular expression'],
  ['status in {400..499, 503}', 'one of several values'],
  [
    'ip.addr == 10.0.0.0/8 && !tcp.analysis.retransmission',
    'Wireshark’s names; a packet field matches if any packet of the connection does',
  ],
  ['finding == queueing_delay && cost > 2 s', 'findings and their cost'],
];

/** @param {string} text @param {string} words @param {string} [other] */
const row = (text, words, other = '') =>
  el(
    'div',
    { class: 'field-row' },
    el('dt', {}, el('code', { text }), other === '' ? null : el('span', { class: 'field-alias', text: other })),
    el('dd', { text: words }),
  );

/** Lists what a filter can ask (docs/filter.md). */
export function openFilterHelp() {
  openSheet({
    title: 'Filter',
    class: 'filter-help',
    body: el(
      'div',
      {},
      el('dl', {}, ...EXAMPLES.map(([text, words]) => row(text, words))),
      el('h3', { class: 'caption', text: 'Fields' }),
      el('dl', {}, ...FIELDS.map(({ name, words, aliases = [] }) => row(name, words, aliases.join(' ')))),
    ),
  });
}
