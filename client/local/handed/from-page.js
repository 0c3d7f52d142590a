/** Captures that another page sends by `postMessage`: Perfetto's protocol (docs/without-a-server.md). */
import { formatBytes } from '../../base/format.js';
import { capturePath } from '../../state/router.js';
import { askReader } from './ask-reader.js';

/** @typedef {{ buffer: ArrayBuffer, title: string, keyLog: string }} Handed */

/** @param {any} data of a message @returns {Handed|null} */
function handedIn(data) {
  const { buffer, title, keyLog } = data?.selfclock ?? data?.perfetto ?? {};
  if (!(buffer instanceof ArrayBuffer)) return null;
  return {
    buffer,
    title: typeof title === 'string' ? title : '',
    keyLog: typeof keyLog === 'string' ? `${keyLog}\n` : '',
  };
}

/** @param {string} origin of a message */
const fromWords = (origin) =>
  origin === 'null' ? 'A page without an address of its own (a file, or a sandboxed frame)' : origin;

/**
 * @param {import('../local-captures.js').LocalCaptures} captures
 * @param {(path: string) => void} navigate
 */
export function takeHandedOver(captures, navigate) {
  addEventListener('message', ({ data, origin, source }) => {
    if (data === 'PING') return source?.postMessage('PONG', { targetOrigin: '*' });
    const handed = handedIn(data);
    if (handed !== null) void take(handed, origin);
  });

  /** @param {Handed} handed @param {string} origin */
  async function take({ buffer, title, keyLog }, origin) {
    const keys = keyLog === '' ? '' : ', with keys that decrypt it';
    const isAgreed = await askReader({
      title: 'Open a capture from another page?',
      name: title || 'Untitled capture',
      text: `${fromWords(origin)} sends ${formatBytes(buffer.byteLength)}${keys}.`,
      yes: 'Open',
    });
    if (!isAgreed) return;
    const { capture } = captures.open(new Blob([buffer]), title, { keyLog });
    navigate(capturePath(capture.id));
  }
}
