import { append, el } from '../../base/dom.js';
import { button, copyButton } from '../../components/button.js';
import { firstMinute } from './first-minute.js';
import { remoteCommand, studiesLink, studiesWords } from './side.js';

/**
 * @param {string} title
 * @param {Node | string} text
 * @param {Node} action
 */
function way(title, text, action) {
  const words = el('div', { class: 'way-words' }, el('h2', { class: 'section-title', text: title }));
  append(words, el('p', { class: 'second' }, text));
  return el('li', { class: 'way' }, words, action);
}

/**
 * Shown instead of the captures: the ways to get one.
 * @param {{ onChoose: () => void, onLive: () => void, examples: HTMLElement, elsewhere: string | null }} given
 *   `elsewhere`: where the other ways are available
 */
export function emptyState({ onChoose, onLive, examples, elsewhere }) {
  return el(
    'div',
    { class: 'empty-state' },
    el('h1', { class: 'page-title', text: 'No captures yet' }),
    el('p', {
      class: 'empty-text',
      text: 'Give Selfclock packets and it shows every connection in them, packet by packet.',
    }),
    el(
      'ul',
      { class: 'ways' },
      way(
        'Drop a file',
        'pcap, pcapng or snoop, plain or gzip',
        button('Choose files', { kind: 'primary', onClick: onChoose }),
      ),
      ...(elsewhere === null ? serverWays(onLive) : [el('li', { class: 'way second', text: elsewhere })]),
    ),
    firstMinute(),
    el('h2', { class: 'section-title', text: 'Or look at an example' }),
    examples,
  );
}

/** @param {() => void} onLive */
const serverWays = (onLive) => [
  way(
    'Watch an interface',
    'of the machine that Selfclock runs on',
    button('Choose an interface', { onClick: onLive }),
  ),
  way(
    'Pipe from another host',
    el('code', { class: 'mono', text: remoteCommand }),
    copyButton('Copy the command', () => remoteCommand),
  ),
  way('Simulate', studiesWords, studiesLink()),
];
