import { busy } from '../base/idle.js';
import { captureRoute } from '../state/addresses.js';
import { ApiError, errorFrom } from '../state/api-error.js';

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function asked(path, options) {
  const done = busy();
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...options });
    if (!response.ok) throw errorFrom(response.status, await response.text());
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ApiError('The server does not respond.', { status: 0, code: 'unreachable' });
  } finally {
    done();
  }
}

/** @type {import('./reports.js').Reports} */
export const reports = {
  async data(captureId, question) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(question);
    return (await asked(`${captureRoute(captureId)}/report`, { method: 'POST', headers, body })).json();
  },
  page: async () => (await asked('/report-page.html')).text(),
  capture: async (captureId) => (await asked(`${captureRoute(captureId)}/file`)).blob(),
};
