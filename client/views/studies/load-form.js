/** What a study is run with: a load, and settings. */
import { el, fill } from '../../base/dom.js';
import { button } from '../../components/button.js';

/** @typedef {import('../../state/types.js').StudyState} StudyState */

const published = 'published';
const givenFile = 'file';

/**
 * @param {NonNullable<StudyState['settings']>} settings
 * @param {{ onFile: (file: File) => Promise<void> }} actions onFile: sends it
 */
export function loadForm(settings, { onFile }) {
  const fields = settings.map(({ name, label, value, words }) => {
    const id = `study-${name}`;
    const input = /** @type {HTMLInputElement} */ (
      el('input', { id, class: 'field', value, title: words, autocomplete: 'off', spellcheck: 'false' })
    );
    return { name, value, input, element: el('p', {}, el('label', { class: 'caption', for: id, text: label }), input) };
  });
  const loads = /** @type {HTMLSelectElement} */ (el('select', { id: 'study-load', class: 'field' }));
  const chooser = /** @type {HTMLInputElement} */ (
    el('input', { type: 'file', hidden: true, 'aria-label': 'File with requests' })
  );
  const choose = button('Choose a file', {
    onClick: () => chooser.click(),
    title: 'squid’s native log, combined log format, HAR, workload file or capture, plain or gzip',
  });
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? [];
    chooser.value = '';
    if (file) void onFile(file);
  });
  const element = el(
    'fieldset',
    { class: 'study-form' },
    el('legend', { class: 'visually-hidden', text: 'Load and link' }),
    el(
      'div',
      { class: 'study-load' },
      el('label', { class: 'caption', for: loads.id, text: 'Load' }),
      el('div', { class: 'study-actions' }, loads, choose, chooser),
      el('p', {
        class: 'second',
        text: 'Requests from a log (squid or combined), a HAR, a workload file or a capture: a file, or a capture of the library.',
      }),
    ),
    el('div', { class: 'study-fields' }, ...fields.map((field) => field.element)),
  );

  return {
    element,
    /** @param {string | null} fileName of the file that was given @param {{ id: string, name: string }[]} captures */
    showLoads(fileName, captures) {
      const chosen = loads.value;
      const options = [
        [published, 'As in the papers'],
        ...(fileName === null ? [] : [[givenFile, fileName]]),
        ...captures.map(({ id, name }) => [id, name]),
      ];
      fill(loads, ...options.map(([value, text]) => el('option', { value, text })));
      const first = fileName === null ? published : givenFile;
      loads.value = options.some(([value]) => value === chosen) ? chosen : first;
    },
    chooseFile: () => {
      loads.value = givenFile;
    },
    /** @param {boolean} isRunning */
    freeze(isRunning) {
      /** @type {HTMLFieldSetElement} */ (element).disabled = isRunning;
    },
    /** @returns {{ load: string, set: string[] }} */
    values: () => ({
      load: loads.value,
      set: fields
        .filter(({ input, value }) => input.value.trim() !== '' && input.value.trim() !== value)
        .map(({ name, input }) => `${name}=${input.value.trim()}`),
    }),
  };
}
