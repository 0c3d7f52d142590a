import { setText } from '../../base/dom.js';

/**
 * A cell of the connections table with text only.
 * @param {(row: import('./columns/registry.js').ConnectionRow, context:
 *   import('./columns/registry.js').CellContext) => string} textOf
 * @returns {import('./columns/registry.js').CreateCell}
 */
export const textCell = (textOf) => (cell, context) => (row) => setText(cell, row ? textOf(row, context) : '');
