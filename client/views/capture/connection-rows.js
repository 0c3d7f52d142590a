import { el, fill, setAttribute, setText } from '../../base/dom.js';
import { sparkline } from '../../components/sparkline.js';
import { connectionPath } from '../../state/router.js';
import { carriesWords, cellTexts, protocolWords, repeatsOf } from './connection-words.js';
import { verdictCell } from './verdict-cell.js';

/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */

/**
 * The columns of the connections table. `sort` is the server's key where the column can be sorted by; `figures` stand
 * right.
 * @type {{ key: string, head: string, label?: string, sort?: string, first?: 'asc' | 'desc', figures?: boolean }[]}
 */
export const columns = [
  { key: 'flow', head: '#', label: 'Number', sort: 'flow', first: 'asc' },
  { key: 'client', head: 'Client', sort: 'client', first: 'asc' },
  { key: 'server', head: 'Server', sort: 'server', first: 'asc' },
  { key: 'activity', head: 'Bytes over time' },
  { key: 'verdict', head: 'Verdict', sort: 'verdict', first: 'desc' },
  { key: 'carries', head: 'First request' },
  {
    key: 'packetsOut',
    head: 'Packets →',
    label: 'Packets of both directions',
    sort: 'packets',
    first: 'desc',
    figures: true,
  },
  { key: 'packetsBack', head: '←', label: 'Packets server → client', figures: true },
  {
    key: 'bytesOut',
    head: 'Bytes →',
    label: 'Payload bytes of both directions',
    sort: 'bytes',
    first: 'desc',
    figures: true,
  },
  { key: 'bytesBack', head: '←', label: 'Payload bytes server → client', figures: true },
  { key: 'rtt', head: 'RTT min – max', sort: 'rtt', first: 'desc', figures: true },
  {
    key: 'repeats',
    head: 'Retransmitted',
    label: 'Retransmitted packets with data',
    sort: 'retransmissions',
    first: 'desc',
    figures: true,
  },
  { key: 'requests', head: 'Requests', sort: 'requests', first: 'desc', figures: true },
  { key: 'start', head: 'Start', sort: 'start', first: 'asc', figures: true },
  { key: 'length', head: 'Duration', sort: 'duration', first: 'desc', figures: true },
  { key: 'state', head: 'State', sort: 'state', first: 'asc' },
];

/** @param {ConnectionRow} row */
function sparkData({ activity: { bins } }) {
  return { clientToServer: bins[0], serverToClient: bins[1], repeats: bins[2] };
}

/**
 * The row's link covers the row; its text is the connection's number.
 * @param {string} captureId
 */
function rowLink(captureId) {
  const link = el('a', { class: 'row-link', tabindex: -1 });
  return {
    link,
    /** @param {ConnectionRow | null} row */
    set(row) {
      setAttribute(link, 'href', row && connectionPath(captureId, row.flow));
      setAttribute(link, 'aria-label', row && `Connection ${row.flow}`);
    },
  };
}

/**
 * An endpoint, its name above it where the capture says one (on a phone in place of the address). The address gives way
 * before the port does.
 */
function endpointCell() {
  const name = el('span', { class: 'endpoint-name' });
  const address = el('span', { class: 'endpoint-address' });
  const port = el('span', { class: 'endpoint-port' });
  const element = el('span', { class: 'endpoint' }, name, address, port);
  return {
    element,
    /** @param {string | null} text "address:port" @param {string | null | undefined} said its name */
    set(text, said) {
      const colon = text?.lastIndexOf(':') ?? -1;
      setText(name, said ? `${said} ` : ''); // with a space, for whoever hears it
      element.classList.toggle('is-named', Boolean(said));
      setAttribute(element, 'title', said ? `${said} ${text}` : null);
      setText(address, text?.slice(0, colon) ?? '');
      setText(port, text?.slice(colon) ?? '');
    },
  };
}

/**
 * A row of the wide table.
 * @param {string} captureId
 * @returns {import('../../components/virtual-table.js').RowView<ConnectionRow>}
 */
export function tableRow(captureId) {
  const { link, set: setLink } = rowLink(captureId);
  const client = endpointCell();
  const server = endpointCell();
  const spark = sparkline();
  const verdict = verdictCell();
  /** @type {Record<string, HTMLElement>} */
  const cells = {};
  const element = el('div', { class: 'vt-row connection-row', role: 'row' });
  for (const { key, figures } of columns) {
    cells[key] = el('div', { class: `grid-cell column-${key}${figures ? ' column-figure' : ''}`, role: 'gridcell' });
    element.append(cells[key]);
  }
  fill(cells.flow, link);
  fill(cells.client, client.element);
  fill(cells.server, server.element);
  fill(cells.activity, spark.element);
  fill(cells.verdict, verdict.element);
  const plain = [
    'packetsOut',
    'packetsBack',
    'bytesOut',
    'bytesBack',
    'rtt',
    'repeats',
    'requests',
    'start',
    'length',
    'state',
  ];

  return {
    element,
    update(row) {
      setLink(row);
      element.classList.toggle('is-waiting', row === null);
      const texts = row && /** @type {Record<string, string>} */ (cellTexts(row));
      setText(link, texts?.flow ?? '');
      client.set(texts?.client ?? null, row?.clientName);
      server.set(texts?.server ?? null, row?.serverName);
      for (const key of plain) setText(cells[key], texts?.[key] ?? '');
      setText(cells.carries, row ? carriesWords(row) : '');
      spark.set(row ? sparkData(row) : { clientToServer: [], serverToClient: [], repeats: [] });
      verdict.set(row?.verdict ?? null);
      if (!row) return;
      setAttribute(cells.verdict, 'title', row.verdict.sentence);
      setAttribute(cells.carries, 'title', row.firstTarget && `${row.firstHost ?? ''}${row.firstTarget}`);
      cells.carries.classList.toggle('is-protocol', row.firstTarget === null);
      cells.repeats.classList.toggle('has-repeats', repeatsOf(row) > 0);
      element.classList.toggle('is-guessed', row.roleGuessed);
    },
  };
}

/**
 * A connection as a card, for a phone.
 * @param {string} captureId
 * @returns {import('../../components/virtual-table.js').RowView<ConnectionRow>}
 */
export function cardRow(captureId) {
  const { link, set: setLink } = rowLink(captureId);
  const client = endpointCell();
  const server = endpointCell();
  const spark = sparkline({ baseline: 'shared' });
  const verdict = verdictCell();
  const carries = el('span', { class: 'card-carries' });
  const length = el('span', { class: 'card-length' });
  const facts = el('span', { class: 'card-facts' });
  const element = el(
    'div',
    { class: 'vt-row connection-card', role: 'row' },
    el(
      'div',
      { class: 'grid-cell', role: 'gridcell' },
      el(
        'div',
        { class: 'card-line' },
        link,
        client.element,
        el('span', { class: 'card-arrow', text: '→' }),
        server.element,
      ),
      el('div', { class: 'card-line' }, verdict.element, length),
      el('div', { class: 'card-line' }, carries),
      el('div', { class: 'card-line' }, facts),
      spark.element,
    ),
  );

  return {
    element,
    update(row) {
      setLink(row);
      element.classList.toggle('is-waiting', row === null);
      const texts = row && cellTexts(row);
      setText(link, texts?.flow ?? '');
      client.set(texts?.client ?? null, row?.clientName);
      server.set(texts?.server ?? null, row?.serverName);
      setText(length, texts?.length ?? '');
      verdict.set(row?.verdict ?? null);
      setText(carries, row && (row.firstTarget ?? row.protocol) ? carriesWords(row) : '');
      setText(
        facts,
        row && texts
          ? `${row.firstTarget ? `${protocolWords(row.protocol)} · ` : ''}→ ${texts.bytesOut} ← ${texts.bytesBack} · ${texts.repeats} retransmitted`
          : '',
      );
      spark.set(row ? sparkData(row) : { clientToServer: [], serverToClient: [], repeats: [] });
      element.classList.toggle('is-guessed', row?.roleGuessed ?? false);
    },
  };
}
