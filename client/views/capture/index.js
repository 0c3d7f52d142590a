/**
 * @param {HTMLElement} stage
 * @param {import('../../main.js').ViewContext & { captureId: string }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountCaptureView(stage, { bar, captureId }) {
  bar.setPath([{ label: 'Captures', href: '/' }, { label: captureId }]);
  stage.append(captureId);
  return { update: () => undefined, destroy: () => undefined };
}
