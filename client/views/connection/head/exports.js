/**
 * What the view can be exported as: images, values of its panes, a link to exactly this, and the files that the server
 * makes of the connection.
 */
import { el } from '../../../base/dom.js';
import { offerMenu } from '../../../components/menu.js';
import { toast } from '../../../components/toast.js';

/** Files that a connection can be exported as (docs/protocol.md), in the words of the menu. */
const FILES = [
  ['packets.pcap', 'Packets (pcap)'],
  ['packets.csv', 'Packets as a table (CSV)'],
  ['rtt.csv', 'Round trips (CSV)'],
  ['sender-rtt.csv', 'Round trips at the sender (CSV)'],
  ['flight.csv', 'Bytes in flight (CSV)'],
  ['xplot.tar', 'Graphs for xplot (tar)'],
  ['stream.txt', 'Stream, both directions (text)'],
  ['requests.har', 'HTTP requests with bodies (HAR)'],
  ['requests-no-bodies.har', 'HTTP requests without bodies (HAR)'],
];
/** Those that are read from the capture's file, which is not there before the capture ends. */
const OF_FILE = new Set(['packets.pcap', 'stream.txt', 'requests.har', 'requests-no-bodies.har']);

/**
 * @typedef {object} ExportActions
 * @property {(file: string) => string} exportUrl
 * @property {() => void} onPng
 * @property {() => void} onSvg
 * @property {() => void} onSummaryPng the view with what was wrong, whose the time was, and the figures
 * @property {() => void} onSummarySvg
 * @property {() => void} onValues the values of the panes, as tables and CSV
 * @property {() => Promise<void>} onLink
 * @property {() => void} onStream what both ends said
 * @property {() => (() => void)|null} packetBytes shows those of the packet in focus; null: there is none
 * @property {() => void} onReport
 * @property {() => void} onDecodeAs
 */

/**
 * The button that opens the menu of exports.
 * @param {ExportActions} actions
 */
export function createExportSwitch({
  exportUrl,
  onPng,
  onSvg,
  onSummaryPng,
  onSummarySvg,
  onValues,
  onLink,
  onStream,
  packetBytes,
  onReport,
  onDecodeAs,
}) {
  let isLive = false;
  let hasHttp = false;
  const element = el(
    'button',
    { type: 'button', class: 'switch export-switch', 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    'Export',
  );

  const items = () => {
    const files = FILES.filter(([file]) => !(isLive && OF_FILE.has(file)) && (hasHttp || !file.endsWith('.har')));
    const onPacket = packetBytes();
    return [
      ...(isLive || onPacket === null ? [] : [{ label: 'Bytes of this packet', onSelect: onPacket }]),
      ...(isLive ? [] : [{ label: 'Follow stream', onSelect: onStream }]),
      { label: 'This view as an image (PNG)', onSelect: onPng },
      { label: 'This view as a vector image (SVG)', onSelect: onSvg },
      { label: 'Summary in one picture (PNG)', onSelect: onSummaryPng },
      { label: 'Summary in one picture (SVG)', onSelect: onSummarySvg },
      { label: 'Values of a pane (table, CSV)', onSelect: onValues },
      { label: 'Copy the link to this view', onSelect: () => void onLink() },
      ...files.map(([file, label]) => ({ label, href: exportUrl(file), download: '' })),
      ...(isLive
        ? []
        : [
            { label: 'Report (one HTML file)…', onSelect: onReport },
            { label: 'Decode as…', onSelect: onDecodeAs },
          ]),
    ];
  };
  offerMenu(element, items, { label: 'Export this connection' });

  return {
    element,
    /** @param {boolean} live whether packets are still arriving */
    setLive(live) {
      isLive = live;
    },
    /** @param {boolean} has whether there are messages of HTTP */
    setHttp(has) {
      hasHttp = has;
    },
  };
}

/** Hands a file to the browser's downloads. @param {string} name @param {Blob} content */
export function download(name, content) {
  const href = URL.createObjectURL(content);
  const link = el('a', { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS);
}

/** By then the browser has long started the download. */
const REVOKE_MS = 60_000;

/** @param {string} href */
export async function copyLink(href) {
  try {
    await navigator.clipboard.writeText(href);
    toast('Link copied.');
  } catch (error) {
    console.info('The clipboard cannot be written; the address bar has the link.', error);
    toast('The browser blocked copying; the address bar has the link.');
  }
}
