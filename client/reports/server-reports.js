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

/** @param {string} path @param {object} question */
async function posted(path, question) {
  const headers = { 'content-type': 'application/json' };
  return (await asked(path, { method: 'POST', headers, body: JSON.stringify(question) })).json();
}

/** @type {import('./reports.js').Reports} */
export const reports = {
  data: (captureId, question) => posted(`${captureRoute(captureId)}/report`, question),
  pathData: (path, question) => posted('/api/path/report', { ...path, ...question }),
  page: async () => (await asked('/report-page.html')).text(),
  capture: async (captureId) => (await asked(`${captureRoute(captureId)}/file`)).blob(),
};
