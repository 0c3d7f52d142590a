/** Small example captures: a click creates one, and opens it where its point is visible. */
import { el, fill } from '../../base/dom.js';
import { busy } from '../../base/idle.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api-error.js';
import { captureViewPath, connectionPath } from '../../state/router.js';

/** @typedef {import('../../state/types.js').Example} Example */

/** @param {Pick<import('../../state/view-context.js').ViewContext, 'api' | 'store' | 'navigate'>} context */
export function examplesList({ api, store, navigate }) {
  const list = el('ul', { class: 'examples', 'aria-label': 'Examples' });

  /** @param {Example} example @param {HTMLButtonElement} button */
  async function open({ name, isPage }, button) {
    const done = busy();
    button.disabled = true;
    try {
      const { capture } = await api.openExample(name);
      store.put(capture);
      navigate(isPage ? captureViewPath(capture.id, 'waterfall') : connectionPath(capture.id, 0));
    } catch (error) {
      toast(sentenceOf(error));
    }
    button.disabled = false;
    done();
  }

  /** @param {Example} example */
  function entry(example) {
    const button = el(
      'button',
      { type: 'button', class: 'example', on: { click: () => void open(example, button) } },
      el('span', { class: 'example-title', text: example.title }),
      ' ',
      el('span', { class: 'second', text: example.words }),
    );
    return el('li', {}, button);
  }

  const listed = busy();
  api
    .examples()
    .then(
      ({ examples }) => fill(list, ...examples.map(entry)),
      (error) => console.info('The examples cannot be listed.', error),
    )
    .finally(listed);
  return list;
}
