/**
 * @param {HTMLElement} stage
 * @param {import('../../main.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export function mountDashboard(stage, { bar }) {
  bar.setPath([{ label: 'Captures' }]);
  stage.append('Captures');
  return { update: () => undefined, destroy: () => undefined };
}
