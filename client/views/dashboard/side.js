import { bytesText } from '../../../lib/shared/text/quantities.js';
import { el } from '../../base/dom.js';
import { icon } from '../../base/icons.js';
import { button, copyButton } from '../../components/button.js';

export const remoteCommand = 'ssh host "tcpdump -U -i eth0 -w - \'tcp or ip6[6]=0\'" | node bin/selfclock.js serve -';

/**
 * The panel to drop (anywhere on the page) or choose files.
 * @param {{ onChoose: () => void }} actions
 */
export function dropZone({ onChoose }) {
  const limit = el('p', { class: 'second' });
  const element = el(
    'section',
    { class: 'drop-zone', 'aria-label': 'Add captures' },
    icon('upload', 20),
    el('h2', { class: 'section-title', text: 'Drop a capture here' }),
    limit,
    button('Choose files', { kind: 'primary', onClick: onChoose }),
  );
  return {
    element,
    /** @param {import('../../state/types.js').Storage | null} storage */
    setStorage(storage) {
      limit.textContent = storage
        ? `pcap, pcapng or snoop, plain or gzip${storage.uploadLimitBytes === null ? '' : `, up to ${bytesText(storage.uploadLimitBytes)}`}`
        : 'pcap, pcapng or snoop, plain or gzip';
    },
  };
}

export const studiesWords = 'Published experiments, repeated in the simulator.';
export const fleetLink = () => el('a', { class: 'button button-plain', href: '/fleet', text: 'Fleet' });
export const studiesLink = () => el('a', { class: 'button button-plain', href: '/studies', text: 'All studies' });

/** Links to simulated captures. */
export function studiesPanel() {
  return el(
    'section',
    { class: 'panel-section', 'aria-labelledby': 'studies-title' },
    el('h2', { class: 'section-title', id: 'studies-title', text: 'Studies' }),
    el('p', { class: 'second', text: studiesWords }),
    el('div', {}, studiesLink()),
  );
}

/** Where to get what a page alone cannot do. @param {string} words */
export function elsewherePanel(words) {
  return el(
    'section',
    { class: 'panel-section', 'aria-labelledby': 'elsewhere-title' },
    el('h2', { class: 'section-title', id: 'elsewhere-title', text: 'On your machine' }),
    el('p', { class: 'second', text: words }),
  );
}

const examplesWords = 'Each shows one behaviour of TCP.';

/** What to begin with where there is no capture at hand. @param {HTMLElement} list */
export function examplesPanel(list) {
  return el(
    'section',
    { class: 'panel-section', 'aria-labelledby': 'examples-title' },
    el('h2', { class: 'section-title', id: 'examples-title', text: 'Examples' }),
    el('p', { class: 'second', text: examplesWords }),
    list,
  );
}

/** How to capture on another host: by a pipe. */
export function remotePanel() {
  return el(
    'section',
    { class: 'panel-section', 'aria-labelledby': 'remote-title' },
    el('h2', { class: 'section-title', id: 'remote-title', text: 'From another host' }),
    el('code', { class: 'command', text: remoteCommand }),
    el(
      'div',
      {},
      copyButton('Copy the command', () => remoteCommand),
    ),
  );
}
