import { flowText } from '../../../lib/shared/quic-flow.js';
import { el, setAttribute } from '../../base/dom.js';
import { connectionPath } from '../../state/router.js';

/**
 * The row's link covers the row; its text is the connection's number.
 * @param {string} captureId
 */
export function rowLink(captureId) {
  const link = el('a', { class: 'row-link', tabindex: -1 });
  return {
    link,
    /** @param {import('../../state/types.js').ConnectionRow | null} row */
    set(row) {
      setAttribute(link, 'href', row && connectionPath(captureId, row.flow));
      setAttribute(link, 'aria-label', row && `Connection ${flowText(row.flow)}`);
    },
  };
}
