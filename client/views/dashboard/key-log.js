import { secretLines } from '../../../lib/shared/text/secret-lines.js';
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { isGrowing } from '../../components/capture-text.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api-error.js';
import { keyLogTextOf } from '../../state/key-log-text.js';
import { capturePath } from '../../state/router.js';

/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {{ title: string, text: string }} Words */
/** @typedef {Pick<import('../../state/view-context.js').ViewContext, 'api' | 'store'>} Server of the captures */

/** @param {string} text of a key log @returns {number} different secrets in it */
export const secretsIn = (text) => new Set(Array.from(secretLines(text), ({ label, name }) => `${label} ${name}`)).size;

/**
 * What a key log decrypted.
 * @param {{ name: string, secrets: number, before: Capture['encryption'], after: Capture['encryption'], of?: string }}
 *   given before, after: what was decrypted; `of`: the capture's name, where it is not the one that is shown
 * @returns {Words}
 */
export function openedWords({ name, secrets, before, after: { tls, decrypted }, of: capture = 'this capture' }) {
  const has = `${name} has ${count(secrets, 'secret')}`;
  const opened = decrypted - before.decrypted;
  if (tls === 0) {
    return { title: 'There is nothing to decrypt', text: `${has}, but no connection of ${capture} speaks TLS.` };
  }
  const of = (/** @type {number} */ open) => `${formatNumber(open)} of ${count(tls, 'TLS connection')}`;
  if (opened > 0) {
    const besides = before.decrypted > 0 ? `; with those from before ${formatNumber(decrypted)} are open` : '';
    return {
      title: `${count(opened, 'connection')} decrypted`,
      text: `${has} and opened ${of(opened)} of ${capture}${besides}.`,
    };
  }
  if (decrypted > 0) {
    return {
      title: 'No further connection was decrypted',
      text: `${has} and opened none; ${of(decrypted)} of ${capture} had been open before.`,
    };
  }
  return {
    title: 'No connection was decrypted',
    text:
      `${has}, none for ${tls === 1 ? 'the TLS connection' : `the ${count(tls, 'TLS connection')}`} of ${capture}. ` +
      'A key log decrypts only connections made while it was being written.',
  };
}

/**
 * Shown until it is known what they decrypt.
 * @param {string} name @param {number} secrets @param {Capture} capture @param {string} [of] its name, as above
 * @returns {Words}
 */
export function triedWords(name, secrets, { state }, of = 'this capture') {
  const title = `${count(secrets, 'secret')} added from ${name}`;
  return { title, text: state === 'live' ? 'What they decrypt is shown as it arrives.' : `Trying them on ${of}.` };
}

/**
 * @param {Server['store']} store
 * @param {string} captureId
 * @returns {Promise<Capture | null>} once it has been read; null when it is gone
 */
function untilRead(store, captureId) {
  return new Promise((resolve) => {
    const look = () => {
      const capture = store.get(captureId);
      if (capture && isGrowing(capture)) return;
      stop();
      resolve(capture);
    };
    const stop = store.subscribe(look);
    queueMicrotask(look);
  });
}

/**
 * Adds key logs to captures, and reports what each decrypted, in a live region above the view.
 * @param {Server} server
 * @param {string[]} captureIds
 * @param {File[]} files
 * @param {Element} place that the region is put into
 */
export async function tryKeyLogs(server, captureIds, files, place) {
  const region = el('div', { class: 'key-log-result', role: 'status' });
  place.querySelector(':scope > .key-log-result')?.remove();
  place.prepend(region);
  for (const captureId of captureIds) {
    for (const file of files) {
      const result = el('div');
      region.append(result);
      await tryOne(server, captureId, file, (kind, words) =>
        fill(result, messageBar({ kind, ...words, role: null, onClose: () => result.remove() })),
      );
    }
  }
}

/**
 * @param {Server} server
 * @param {string} captureId
 * @param {File} file
 * @param {(kind: 'note' | 'failure', words: Words) => void} say
 */
async function tryOne({ api, store }, captureId, file, say) {
  const { name } = file;
  const of = location.pathname.startsWith(capturePath(captureId)) ? undefined : store.get(captureId)?.name;
  try {
    const { encryption: before } = store.get(captureId) ?? (await api.capture(captureId));
    const taken = await api.addKeys(captureId, file);
    const secrets = secretsIn(await keyLogTextOf(file));
    store.put(taken);
    say('note', triedWords(name, secrets, taken, of));
    if (taken.state === 'live') return;
    const read = await untilRead(store, captureId);
    if (read) say('note', openedWords({ name, secrets, before, after: read.encryption, of }));
  } catch (error) {
    say('failure', { title: `The keys of ${name} were not added`, text: sentenceOf(error) });
  }
}
