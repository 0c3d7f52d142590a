/** HTML pages that somebody handed in, as a report is: they may be anybody's, so they reach nothing. */
import { createHash } from 'node:crypto';

import express from 'express';

import { HTML_PAGE } from '../../lib/capture/not-a-capture.js';
import { RequestError } from '../errors.js';
import { sendFileAt } from './send-file.js';

const CONTENT = 'page/content';
/** An origin of its own, no windows, no forms; what it shows lies in it. */
const CONTENT_POLICY = [
  'sandbox allow-scripts allow-downloads',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'font-src data:',
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

const STYLE = 'html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0 }';
const FRAME = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Page from a file · Selfclock</title>
<style>${STYLE}</style>
<iframe title="Page from a file" sandbox="allow-scripts allow-downloads" src="${CONTENT}"></iframe>
</html>
`;
/**
 * A page could still lead its own window to another server, with what it shows in the address. In a frame it cannot,
 * since the policy of the page around it says where a frame may go.
 */
const FRAME_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * `/api/captures/:id/page`: the page in a frame; `/api/captures/:id/page/content`: what is in the frame.
 * @param {{ captures: import('../captures.js').Captures }} parts
 * @returns {import('express').Router}
 */
export function handedInPageRoutes({ captures }) {
  const router = express.Router();
  const pathOf = (/** @type {string} */ id) => {
    const { capture, path } = captures.get(id);
    if (capture.error?.code !== HTML_PAGE) throw new RequestError(404, 'not_found', 'This file is no page.');
    return path;
  };

  router.get('/:id/page', (request, response) => {
    pathOf(request.params.id);
    response.setHeader('Content-Security-Policy', FRAME_POLICY);
    response.type('text/html').send(FRAME);
  });

  router.get(`/:id/${CONTENT}`, (request, response, next) => {
    const path = pathOf(request.params.id);
    // In a window of its own it could lead that elsewhere. Programs send no such header.
    const destination = request.headers['sec-fetch-dest'] ?? 'iframe';
    if (destination !== 'iframe') return response.redirect(303, '../page');
    response.setHeader('Content-Security-Policy', CONTENT_POLICY);
    response.setHeader('X-DNS-Prefetch-Control', 'off');
    response.type('text/html');
    sendFileAt(path, response, next);
  });
  return router;
}
