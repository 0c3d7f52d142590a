import { RequestError } from '../errors.js';
import { fileRefusal } from '../file-errors.js';

/** @param {string} path @param {import('express').Response} response @param {import('express').NextFunction} next */
export function sendFileAt(path, response, next) {
  const headers = { 'Cache-Control': 'no-store' };
  response.sendFile(path, { dotfiles: 'allow', cacheControl: false, headers }, (error) => {
    if (!error || response.headersSent) return;
    for (const name of ['Content-Disposition', 'Content-Type']) response.removeHeader(name);
    if (/** @type {any} */ (error).status === 416) {
      return next(new RequestError(416, 'bad_range', 'The file has no such range; Content-Range gives its size.'));
    }
    next(fileRefusal({ code: 'not_found', message: '' }));
  });
}
