/**
 * Facts about the connection as a whole in the side column: where the capture was taken, what that means for the
 * statistics, and what TLS negotiated.
 */
import { el } from '../../../base/dom.js';
import { capitalised, count, missing } from '../../../base/format.js';
import { messagesPath } from '../../../state/router.js';
import { keysButton } from '../../dashboard/keys-button.js';
import { spanWords } from '../../timeline/times.js';
import { vantageWords } from '../data/path-data.js';
import { factSection } from './fact-section.js';
import { figureLabel } from './figure-label.js';

/** @typedef {import('../data/model.js').Model} Model */

/** Statistics as the server names them, and as the page does. @type {Record<string, string>} */
const STATISTICS = {
  rtt: 'RTT',
  bytesInFlight: 'In flight',
  maxInFlightBytes: 'Max in flight',
  outOfOrderPackets: 'Out of order',
  retransmittedPackets: 'Retransmitted',
};
/** @type {Record<string, string>} */
const MEANS = { nothing: 'not measurable at this point', part: 'partial' };

export function createVantageFacts() {
  const section = factSection('Where it was captured');
  return {
    element: section.element,
    /** @param {Model} model @param {number} direction */
    update({ path }, direction) {
      const vantage = path?.vantages[direction];
      if (!vantage) return section.show('', () => []);
      const words = vantageWords(vantage, direction);
      const doubts = vantage.meanings.filter(({ means }) => means !== 'whole');
      section.show(`${direction} ${words} ${doubts.length}`, () => [
        el('p', {
          class: 'side-words',
          text:
            vantage.place === 'unknown'
              ? words
              : `${capitalised(words)} (round trips). ${Math.round(vantage.confidence * 100)}\u00a0% sure.`,
        }),
        doubts.length === 0
          ? null
          : el(
              'dl',
              { class: 'meaning-lines' },
              ...doubts.map(({ statistic, means, words: why }) =>
                el(
                  'div',
                  { class: `means-${means}` },
                  el('dt', { text: `${STATISTICS[statistic] ?? statistic}: ${MEANS[means]}` }),
                  el('dd', { text: why }),
                ),
              ),
            ),
      ]);
    },
  };
}

/** Whose connection a proxy passes on, by its header of the PROXY protocol. */
export function createProxyFacts() {
  const section = factSection('Proxy');
  const end = (/** @type {{ ip: string, port: number }} */ { ip, port }) => `${ip} port ${port}`;
  return {
    element: section.element,
    /** @param {Model} model */
    update({ flow: { proxied } }) {
      if (!proxied) return section.show('', () => []);
      const words = `Passes on a connection of ${end(proxied.client)} to ${end(proxied.server)} (PROXY protocol).`;
      section.show(words, () => [el('p', { class: 'side-words', text: words })]);
    },
  };
}

/** What an FTP data connection carries, with a link to the command. @param {string} captureId */
export function createFtpFacts(captureId) {
  const section = factSection('FTP data');
  return {
    element: section.element,
    /** @param {Model} model */
    update({ flow: { ftp } }) {
      if (!ftp) return section.show('', () => []);
      const { control, command, target } = ftp;
      section.show(`${control} ${command} ${target}`, () => [
        el(
          'p',
          { class: 'side-words' },
          `${command} ${target}`.trim(),
          ', asked for on ',
          el('a', { href: messagesPath(captureId, control), text: `connection ${control}` }),
          '.',
        ),
      ]);
    },
  };
}

/** @param {() => void} onKeys asks for TLS keys */
export function createTlsFacts(onKeys) {
  const section = factSection('TLS');
  return {
    element: section.element,
    /** @param {Model} model */
    update({ flow: { tls } }) {
      if (!tls) return section.show('', () => []);
      section.show(JSON.stringify(tls), () => [
        el(
          'dl',
          { class: 'side-lines', 'data-figures': 'tls' },
          ...tlsLines(tls).map(([label, value]) =>
            el('div', {}, el('dt', {}, figureLabel(label)), el('dd', { text: value })),
          ),
        ),
        tls.decrypted
          ? null
          : el(
              'p',
              { class: 'side-words' },
              ...(tls.undecryptable === null
                ? ['No keys for this connection: its messages are encrypted. ', keysButton(onKeys)]
                : [`Its messages are encrypted: ${tls.undecryptable}.`]),
            ),
      ]);
    },
  };
}

/** @param {import('../../../state/answer-types.js').Tls} tls @returns {[string, string][]} */
function tlsLines(tls) {
  const { version, alpn, offeredAlpn, sni, acceptsEch, cipher, resumed, decrypted, alerts, ja4 } = tls;
  const { handshakeRoundTrips, handshakeSeconds } = tls;
  const offered = offeredAlpn.length > 0 ? `offered ${offeredAlpn.join(', ')}` : missing;
  /** @type {[string, string][]} */
  const lines = [
    ['Version', version ?? missing],
    ['Protocol (ALPN)', alpn ?? offered],
    ['Name (SNI)', acceptsEch ? `${sni ?? missing} (public; the one requested is encrypted)` : (sni ?? missing)],
    ['Cipher', cipher ?? missing],
    [
      'Handshake',
      handshakeRoundTrips === null || handshakeSeconds === null
        ? missing
        : `${count(handshakeRoundTrips, 'round trip')}, ${spanWords(handshakeSeconds * 1e9)}`,
    ],
    ['Resumed', resumed ? 'yes' : 'no'],
    ['Decrypted', decrypted ? 'yes' : 'no'],
    ['Client (JA4)', ja4 ?? missing],
    ...['serverToClient', 'clientToServer'].flatMap((direction) => certificateLines(tls, direction)),
  ];
  if (alerts.length > 0) lines.push(['Alerts', alerts.map(({ description }) => description).join(', ')]);
  return lines;
}

/** How many names of a certificate are shown. */
const NAMES_SHOWN = 4;

/**
 * The certificate of an end itself.
 * @param {import('../../../state/answer-types.js').Tls} tls @param {string} direction that in which it was sent
 * @returns {[string, string][]}
 */
function certificateLines({ certificates, rawPublicKeys }, direction) {
  const isServer = direction === 'serverToClient';
  const rawKey = rawPublicKeys.find((one) => one.direction === direction);
  if (rawKey) return [[isServer ? 'Public key' : "Client's public key", `${rawKey.algorithm}, without a certificate`]];
  const own = certificates.find((one) => one.direction === direction);
  if (own === undefined) return [];
  const whose = isServer ? 'Certificate' : "Client's certificate";
  const { names } = own;
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  const day = (/** @type {string|null} */ time) => time?.slice(0, 10) ?? missing;
  return [
    [whose, own.subject || missing],
    ...(names.length > 0
      ? /** @type {[string, string][]} */ ([['Names', `${names.slice(0, NAMES_SHOWN).join(', ')}${more}`]])
      : []),
    ['Issuer', own.issuer || missing],
    ['Valid', `${day(own.notBefore)} – ${day(own.notAfter)}`],
  ];
}
