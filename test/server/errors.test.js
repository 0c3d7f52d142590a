import { EventEmitter } from 'node:events';

import { jest } from '@jest/globals';

import { answerError, asRequestError } from '../../server/errors.js';

/** @type {jest.SpiedFunction<typeof process.stderr.write>} */
let stderr;

beforeEach(() => {
  stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => stderr.mockRestore());

const request = /** @type {any} */ ({ method: 'GET', path: '/api/x', originalUrl: '/api/x', accepts: () => 'json' });

/** @param {boolean} headersSent @returns {any} */
function response(headersSent) {
  return Object.assign(new EventEmitter(), {
    headersSent,
    destroyed: false,
    code: 0,
    body: '',
    status(/** @type {number} */ code) {
      this.code = code;
      return this;
    },
    json(/** @type {unknown} */ body) {
      this.body = JSON.stringify(body);
    },
    destroy() {
      this.destroyed = true;
    },
  });
}

test('an error that nobody expected is one sentence without what it says', () => {
  const answer = response(false);
  const next = jest.fn();
  answerError(new Error('/home/someone/secret'), request, answer, next);
  expect([answer.code, JSON.parse(answer.body).error.code]).toEqual([500, 'internal']);
  expect(answer.body).not.toMatch(/secret|errors\.test/);
  expect(stderr.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^selfclock: GET \/api\/x: Error: \/home\/someone\/secret \| at [^\n]+\n$/),
  ]);
  expect(next).not.toHaveBeenCalled();
});

test('half an answer ends with its connection, and goes to no other handler', () => {
  const answer = response(true);
  const next = jest.fn();
  answerError(asRequestError(Object.assign(new Error('full'), { code: 'ENOSPC' })), request, answer, next);
  expect([answer.destroyed, answer.body]).toEqual([true, '']);
  expect(next).not.toHaveBeenCalled();
  expect(stderr).not.toHaveBeenCalled();
});
