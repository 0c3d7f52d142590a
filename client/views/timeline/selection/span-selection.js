/** The connections within a selected span: their figures, and the way to the table of them. */
import { openInFilter } from '../../../../lib/shared/filter/open-in.js';
import { capturePath, formatQuery } from '../../../state/router.js';

/** @typedef {import('./selected-connections.js').CountedConnections} CountedConnections */

/**
 * `selection` of a `TimeFrame`.
 * @param {Pick<import('../../../state/view-context.js').CaptureViewContext, 'captureId'|'navigate'>} context
 * @param {{ from: () => CountedConnections|null, text: () => string }} shown text: the filter
 */
export const connectionsOfSpan = ({ captureId, navigate }, { from, text }) => ({
  from,
  load: () => import('./selected-connections.js'),
  /** @param {import('../../../plot/time-scale.js').TimeRange} span */
  onTable(span) {
    navigate(capturePath(captureId) + formatQuery({ text: openInFilter(text(), span) }));
  },
});
