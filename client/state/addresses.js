import { capturePath } from './router.js';

/** @param {string} captureId */
export const captureRoute = (captureId) => `/api${capturePath(captureId)}`;

/** URLs of downloads. */
export const addresses = {
  /** @param {string} captureId @returns {string|null} the address of the file itself; null: there is none */
  fileUrl: (captureId) => `${captureRoute(captureId)}/file`,

  /**
   * @param {string} captureId of what turned out to be a page
   * @returns {string|null} where it opens; null: nowhere
   */
  pageUrl: (captureId) => `${captureRoute(captureId)}/page`,

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {string} file one that docs/protocol.md names
   * @returns {string} its address
   */
  exportUrl: (captureId, flow, file) => `${captureRoute(captureId)}/connections/${flow}/export/${file}`,

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {number} message index
   * @returns {string} the address of its body, its codings undone
   */
  bodyUrl: (captureId, flow, message) =>
    `${captureRoute(captureId)}/connections/${flow}/messages/${message}/body?decoded=1`,

  /**
   * @param {string} captureId
   * @param {string} file "connections.csv" and so on
   * @param {{ sort: string, order: 'asc' | 'desc', text: string }} order
   * @returns {string} the address of a list of connections, or of what is theirs
   */
  listUrl(captureId, file, { sort, order, text }) {
    const query = new URLSearchParams({ sort, order, ...(text ? { text } : {}) });
    return `${captureRoute(captureId)}/list/${file}?${query}`;
  },
};
