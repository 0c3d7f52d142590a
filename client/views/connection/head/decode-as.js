/** Reads a connection, or all of a port, as a protocol that the user names, whatever its content. */
import { el } from '../../../base/dom.js';
import { openSheet } from '../../../components/sheet.js';
import { toast } from '../../../components/toast.js';
import { protocolName } from '../../timeline/protocol-name.js';

/**
 * @param {object} of
 * @param {import('../../../state/api.js').Api} of.api
 * @param {string} of.captureId
 * @param {number} of.flow
 * @param {number} of.port of the server
 */
export async function openDecodeAs({ api, captureId, flow, port }) {
  const { rules, protocols } = await api.decodeAs(captureId);
  const what = select('Connections', [
    [`tcp.port == ${port}`, `All connections to port ${port}`],
    [`tcp.stream == ${flow}`, 'This connection'],
  ]);
  const as = select('Protocol', [
    ['', 'Detected from content'],
    ...protocols.map((name) => /** @type {[string, string]} */ ([name, protocolName(name)])),
  ]);
  const given = el('p', { class: 'second', text: rules.length === 0 ? '' : `In force: ${rules.join(' · ')}` });
  const problem = el('p', { class: 'field-error', role: 'alert', hidden: true });
  const form = el(
    'form',
    { class: 'decode-as', on: { submit: (event) => void apply(event) } },
    what.label,
    as.label,
    given,
    problem,
    el('button', { type: 'submit', class: 'button', text: 'Decode' }),
  );
  const sheet = openSheet({ title: 'Decode as', body: form });

  /** @param {Event} event */
  async function apply(event) {
    event.preventDefault();
    const condition = what.field.value;
    const kept = rules.filter((rule) => !rule.startsWith(`${condition},`));
    try {
      await api.setDecodeAs(captureId, as.field.value === '' ? kept : [...kept, `${condition},${as.field.value}`]);
      sheet.close();
      toast('Reading the capture again.');
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

/** @param {string} text @param {[value: string, text: string][]} options */
function select(text, options) {
  const field = /** @type {HTMLSelectElement} */ (
    el('select', { class: 'field' }, ...options.map(([value, words]) => el('option', { value, text: words })))
  );
  return { field, label: el('label', {}, el('span', { class: 'second', text: `${text} ` }), field) };
}
