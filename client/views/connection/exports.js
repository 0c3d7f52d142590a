import { el } from '../../base/dom.js';
import { openMenu } from '../../components/menu.js';

/** Files that a connection can be had as (docs/protocol.md), in the words of the menu. */
const FILES = [
  ['packets.pcap', 'Packets (pcap)'],
  ['packets.csv', 'Packets as a table (CSV)'],
  ['rtt.csv', 'Round trips (CSV)'],
  ['sender-rtt.csv', 'Round trips at the sender (CSV)'],
  ['flight.csv', 'Bytes in flight (CSV)'],
  ['xplot.tar', 'Graphs for xplot (tar)'],
];

/**
 * The button that opens the menu of exports.
 * @param {(file: string) => string} exportUrl
 */
export function createExportSwitch(exportUrl) {
  let isLive = false;
  const element = el('button', { type: 'button', class: 'switch export-switch', 'aria-haspopup': 'menu', 'aria-expanded': 'false', on: { click: open } }, 'Export');

  function open() {
    // Packets are read from the capture's file, which is not there before the capture ends.
    const files = FILES.filter(([file]) => !(isLive && file === 'packets.pcap'));
    openMenu(element, files.map(([file, label]) => ({ label, href: exportUrl(file), download: '' })), { label: 'Export this connection' });
  }

  return {
    element,
    /** @param {boolean} live whether packets are still arriving */
    setLive(live) { isLive = live; },
  };
}
