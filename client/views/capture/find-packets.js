/**
 * Finding packets across the connections of a capture: a sheet with a field, and the results as links to the
 * packets.
 */
import { el, fill, setText } from '../../base/dom.js';
import { count, formatFlow, formatNumber } from '../../base/format.js';
import { debounce } from '../../base/frame.js';
import { openSheet } from '../../components/sheet.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { connectionPath, formatQuery } from '../../state/router.js';

const PAUSE_MS = 200;
/** What can be typed beside a frame's number, an address and part of a URL (docs/protocol.md). */
const WORDS = [
  'rst',
  'syn',
  'fin',
  'psh',
  'urg',
  'ece',
  'cwr',
  'ce',
  'retransmission',
  'out of order',
  'duplicate ack',
  'zero window',
  'keep-alive',
  'sack',
  ...['lost', 'spurious', 'probe', 'initial', 'handshake', '0-rtt', '1-rtt', 'not decrypted'],
  ...['stream', 'max data', 'stream data blocked', 'reset stream', 'connection close', 'path challenge'],
];

/** @param {{ api: import('../../state/api.js').Api, captureId: string, navigate: (path: string) => void }} place */
export function openFindPackets({ api, captureId, navigate }) {
  let abort = new AbortController();
  const status = el('p', { class: 'second', role: 'status' });
  const list = el('ol', { class: 'found-packets' });
  const words = el('datalist', { id: 'findable-packets' }, ...WORDS.map((value) => el('option', { value })));
  const input = el('input', {
    type: 'search',
    class: 'field',
    'aria-label': 'Find packets in all connections',
    placeholder: 'Frame, flag, address, part of a URL; of QUIC pn 12, stream 4, lost',
    autocomplete: 'off',
    spellcheck: 'false',
    list: words.id,
    on: {
      input: () => look.call(),
      keydown: (event) => {
        if (event.key === 'Enter') void first();
      },
    },
  });
  const look = debounce(PAUSE_MS, () => void find());
  const sheet = openSheet({
    title: 'Find packets',
    class: 'find-sheet',
    body: el('div', {}, input, words, status, list),
    onClose() {
      look.cancel();
      abort.abort();
    },
  });
  input.focus();

  async function find() {
    look.cancel();
    abort.abort();
    abort = new AbortController();
    try {
      const { packets, isCut } =
        input.value.trim() === ''
          ? { packets: [], isCut: false }
          : await api.findPackets(captureId, input.value, abort.signal);
      setText(status, input.value.trim() === '' ? '' : wordsOf(packets.length, isCut));
      fill(list, ...packets.map(itemOf));
    } catch (error) {
      if (!isAbort(error)) setText(status, sentenceOf(error));
    }
  }

  /** @param {import('../../state/answer-types.js').FoundPackets['packets'][number]} packet */
  function itemOf({ flow, frame, index, seconds, what }) {
    const place = index === undefined ? String(frame) : `${frame}.${index}`;
    const href = `${connectionPath(captureId, flow)}${formatQuery({ v: '1', frame: place })}`;
    const link = el(
      'a',
      { href, on: { click: () => sheet.close() } },
      el('span', { class: 'found-what', text: what }),
      el('span', {
        class: 'found-place',
        text: `connection ${formatFlow(flow)} · frame ${formatNumber(frame)} · ${formatNumber(seconds, 6)} s`,
      }),
    );
    return el('li', {}, link);
  }

  /** Enter goes to the first, whatever is still being typed. */
  async function first() {
    await find();
    const href = list.querySelector('a')?.getAttribute('href');
    if (!href) return;
    sheet.close();
    navigate(href);
  }
}

/** @param {number} found @param {boolean} isCut */
function wordsOf(found, isCut) {
  if (found === 0) return 'No match in this capture.';
  return isCut ? `The first ${count(found, 'packet')}; there are more.` : count(found, 'packet');
}
