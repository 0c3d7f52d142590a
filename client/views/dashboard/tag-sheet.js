/** The sheet in which tags are added and removed. Loaded when it is opened. */
import { cleanTags, MAX_TAG_LENGTH, MAX_TAGS } from '../../../lib/shared/captures/capture-record.js';
import { el, fill, setText } from '../../base/dom.js';
import { button, iconButton } from '../../components/button.js';
import { openSheet } from '../../components/sheet.js';
import { sentenceOf } from '../../state/api-error.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

const LIST_ID = 'known-tags';

/**
 * @param {object} given
 * @param {string[]} given.ids of the captures
 * @param {() => Capture[]} given.captures of the library
 * @param {(id: string, tags: string[]) => Promise<void>} given.save
 */
export function openTagSheet({ ids, captures, save }) {
  const chosen = () => captures().filter(({ id }) => ids.includes(id));
  const title = ids.length === 1 ? `Tags of ${chosen()[0].name}` : `Tags of ${ids.length} captures`;
  const list = el('ul', { class: 'tag-list' });
  const problem = el('p', { class: 'rename-problem', role: 'alert' });
  const input = el('input', {
    type: 'text',
    class: 'field',
    'aria-label': 'New tag',
    placeholder: 'New tag',
    list: LIST_ID,
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: MAX_TAG_LENGTH,
  });
  const known = el('datalist', { id: LIST_ID });
  const add = el(
    'form',
    { class: 'tag-form' },
    input,
    known,
    button('Add', { type: 'submit', kind: 'primary', onClick: () => undefined }),
  );

  /** @param {(tags: string[]) => string[]} change of each capture's */
  async function change(change) {
    try {
      for (const { id, tags } of chosen()) {
        const next = cleanTags(change(tags));
        if (next.length > MAX_TAGS) throw new Error(`A capture can have ${MAX_TAGS} tags at most.`);
        if (next.join() !== tags.join()) await save(id, next);
      }
      setText(problem, '');
    } catch (error) {
      setText(problem, sentenceOf(error));
    }
    show();
  }

  /** @param {string} tag */
  function tagElement(tag) {
    const having = chosen().filter(({ tags }) => tags.includes(tag)).length;
    const remove = () => void change((tags) => tags.filter((other) => other !== tag)).then(() => input.focus());
    return el(
      'li',
      {},
      el('span', { text: tag }),
      having < ids.length && el('span', { class: 'second', text: `${having} of ${ids.length}` }),
      iconButton('close', `Remove ${tag}`, { onClick: remove }),
    );
  }

  function show() {
    const tags = cleanTags(chosen().flatMap((capture) => capture.tags));
    const others = cleanTags(captures().flatMap((capture) => capture.tags)).filter((tag) => !tags.includes(tag));
    fill(list, ...tags.map(tagElement));
    fill(known, ...others.map((tag) => el('option', { value: tag })));
  }

  add.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = input.value.split(/[\s,]+/);
    input.value = '';
    void change((tags) => [...tags, ...words]);
  });
  show();
  openSheet({ title, body: el('div', { class: 'tag-sheet' }, list, add, problem) });
  input.focus();
}
