import { el } from '../../base/dom.js';
import { throttle } from '../../base/frame.js';
import { findingsList } from '../../components/findings-list.js';
import { isAbort } from '../../state/api-error.js';
import { connectionPath, formatQuery } from '../../state/router.js';
import { AGAIN_MS } from './capture-figures.js';

/** @typedef {import('../../state/answer-types.js').Finding} Finding */

/** Findings between connections, which no single connection has to filter by. */
const BETWEEN = ['answered_from_elsewhere', 'no_reuse', 'parallel_slow_start'];

/**
 * Findings of the capture as a whole; a click opens the connection that shows it, at its evidence, or filters the
 * table to those that do.
 * @param {{ api: import('../../state/api.js').Api, captureId: string, navigate: (path: string) => void, onFilter:
 *   (text: string) => void }} given
 */
export function captureFindings({ api, captureId, navigate, onFilter }) {
  const abort = new AbortController();
  const { element, update } = findingsList({ title: 'Findings, worst first', onFinding: open });
  element.classList.add('capture-findings');
  const files = ['csv', 'json'].map((format) =>
    el('a', {
      href: api.listUrl(captureId, `findings.${format}`, { sort: 'flow', order: 'asc', text: '' }),
      download: `findings.${format}`,
      'aria-label': `Findings of all connections as ${format.toUpperCase()}`,
      text: format.toUpperCase(),
    }),
  );
  element.append(el('p', { class: 'findings-files' }, 'All findings: ', files[0], ' ', files[1]));

  /** @param {Finding} finding */
  function open({ code, flows }) {
    if (flows === undefined || flows.length === 0) return;
    if (flows.length > 1) {
      return onFilter(BETWEEN.includes(code) ? `flow in {${flows.join(', ')}}` : `finding == ${code}`);
    }
    navigate(`${connectionPath(captureId, flows[0])}${formatQuery({ v: '1', finding: code })}`);
  }

  async function fetchFindings() {
    try {
      const { findings } = await api.findings(captureId, abort.signal);
      if (abort.signal.aborted) return;
      update(findings);
    } catch (error) {
      if (!isAbort(error)) element.hidden = true;
    }
  }

  const again = throttle(AGAIN_MS, () => void fetchFindings());
  return {
    element,
    fetch: () => void fetchFindings(),
    grow: again.call,
    destroy() {
      again.cancel();
      abort.abort();
    },
  };
}
