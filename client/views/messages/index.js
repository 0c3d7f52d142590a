/** The messages of a connection: its waterfall. */
import { mountConnectionWaterfall } from '../waterfall/index.js';

/**
 * @param {HTMLElement} container
 * @param {import('../../main.js').ViewContext & { captureId: string, flow: number }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountMessagesView(container, context) {
  return mountConnectionWaterfall(container, context, null);
}
