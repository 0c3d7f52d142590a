import { compileFilter } from '../../../lib/shared/filter/compile.js';
import { completeFilter } from '../../../lib/shared/filter/complete.js';
import { FilterError } from '../../../lib/shared/filter/lex.js';
import { el } from '../../base/dom.js';
import { debounce } from '../../base/frame.js';
import { openLater } from '../open-later.js';
import { searchField } from '../search-field.js';
import { suggestions } from './suggestions.js';

const applyDelayMs = 200;
/** Longer than typing the next word takes, so that unfinished text is not called wrong. */
const errorDelayMs = 900;
const busyDelayMs = 200;

/** The fields that a filter knows. */
export const openFields = () =>
  void openLater(
    () => import('./help.js'),
    ({ openFilterHelp }) => openFilterHelp(),
  );

/** @param {string} text @returns {FilterError | null} */
function errorOf(text) {
  try {
    compileFilter(text);
    return null;
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
}

/**
 * A field for filters of connections (docs/filter.md) that completes what is typed, and says where and why it cannot be
 * read. Only what can be read is handed on, and left by Enter.
 * @param {{ value: string, onChange: (text: string) => void, onEnter: () => void }} options
 */
export function filterField({ value, onChange, onEnter }) {
  const field = searchField({
    label: 'Filter connections',
    placeholder: 'Filter: host, :443, rtt > 100 ms',
    value,
    onInput: typed,
  });
  const { input } = field;
  const list = suggestions(input, { id: 'filter', label: 'Fields and values', onTake: take, onAsk: suggest });
  const busy = el(
    'span',
    { class: 'field-busy', role: 'status', hidden: true },
    el('span', { class: 'visually-hidden', text: 'Filtering' }),
  );
  const apply = debounce(applyDelayMs, onChange);
  const complain = debounce(errorDelayMs, showError);
  const showBusy = debounce(busyDelayMs, () => {
    busy.hidden = false;
  });
  field.element.classList.add('filter-field');
  field.element.append(list.element);
  input.after(busy);

  /** @param {string} text that cannot be read */
  function showError(text) {
    list.setError(errorOf(text)?.message ?? null);
    input.setAttribute('aria-invalid', 'true');
  }

  /** @param {string} text */
  function typed(text) {
    check(text);
    suggest();
  }

  /** @param {string} text */
  function check(text) {
    complain.cancel();
    list.setError(null);
    input.removeAttribute('aria-invalid');
    if (errorOf(text)) {
      apply.cancel();
      complain.call(text);
    } else {
      apply.call(text);
    }
  }

  function suggest() {
    list.show(completeFilter(input.value, input.selectionStart ?? 0).options);
  }

  /** @param {string} option */
  function take(option) {
    const cursor = input.selectionStart ?? 0;
    const { from, to } = completeFilter(input.value, cursor);
    const rest = input.value.slice(to);
    const text = rest.startsWith(' ') ? option : `${option} `;
    input.value = input.value.slice(0, from) + text + rest;
    input.setSelectionRange(from + text.length, from + text.length);
    typed(input.value);
  }

  /** Goes to the results; text that cannot be parsed has none, and is to be corrected first. */
  function leave() {
    list.show([]);
    if (!errorOf(input.value)) return onEnter();
    complain.cancel();
    showError(input.value);
  }

  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !list.hasChosen()) leave();
    if (event.key !== 'F1') return;
    event.preventDefault();
    list.show([]);
    openFields();
  });
  input.addEventListener('focus', suggest);

  return {
    element: field.element,
    open: field.open,
    /** @param {string} text from outside; not reported back */
    set(text) {
      if (document.activeElement === input) return;
      field.set(text);
      list.setError(errorOf(text)?.message ?? null);
    },
    /** @param {boolean} isBusy whether results are pending; a short wait shows nothing */
    setBusy(isBusy) {
      if (isBusy) showBusy.call();
      else showBusy.cancel();
      if (!isBusy) busy.hidden = true;
    },
    destroy() {
      showBusy.cancel();
      apply.cancel();
      complain.cancel();
    },
  };
}
