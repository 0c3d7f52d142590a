import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';

import { guard } from './access.js';
import { answerError, RequestError } from './errors.js';
import { captureRoutes } from './routes/captures.js';
import { compareRoutes } from './routes/compare.js';
import { connectionRoutes } from './routes/connections.js';
import { exampleRoutes } from './routes/examples.js';
import { fleetRoutes } from './routes/fleet.js';
import { handedInPageRoutes } from './routes/handed-in-pages.js';
import { liveRoutes } from './routes/live.js';
import { metricsRoutes } from './routes/metrics.js';
import { noteRoutes } from './routes/notes.js';
import { overviewRoutes } from './routes/overview.js';
import { pathRoutes } from './routes/path.js';
import { quicRoutes } from './routes/quic.js';
import { reportRoutes } from './routes/reports.js';
import { studyRoutes } from './routes/studies.js';
import { whatIfRoutes } from './routes/what-if.js';

/**
 * Only this server's own files, nothing inline, no eval: the content of a capture can never become code.
 */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    workerSrc: ["'self'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/** Bodies, exports, searches, what-if and comparisons. */
const COSTLY = /\/(body|find|whatif|export\/[^/]+|compare|path|fleet\/questions\/[^/]+)\/?$/;

/**
 * @param {import('./routes/live.js').LiveParts & import('./routes/studies.js').StudyParts &
 *   import('./routes/fleet.js').FleetParts & { access:
 *   import('./access.js').Access, notes:
 *   import('./library/notes.js').Notes, page: import('express').Router }} parts
 * @returns {import('express').Express}
 */
export function createApp(parts) {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(
    helmet({
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      strictTransportSecurity: false,
      xDnsPrefetchControl: false,
    }),
  );
  app.use(guard(parts.access));
  const { changesPerMinute, costlyPerMinute } = parts.limits;
  app.use('/api', limitRate(changesPerMinute, 'changes', isChange));
  app.use('/api', limitRate(costlyPerMinute, 'costly requests', isCostly), noStore);
  const reports = reportRoutes(parts);
  app.use(
    '/api/captures',
    captureRoutes(parts),
    handedInPageRoutes(parts),
    noteRoutes(parts),
    connectionRoutes(parts),
    quicRoutes(parts),
    whatIfRoutes(parts),
    overviewRoutes(parts),
    reports.data,
  );
  app.use('/api/compare', compareRoutes(parts));
  app.use('/api/path', pathRoutes(parts));
  app.use('/api/studies', studyRoutes(parts));
  app.use('/api/examples', exampleRoutes(parts));
  app.use('/api/fleet', fleetRoutes(parts));
  app.use('/api', liveRoutes(parts));
  app.use(reports.page);
  app.use('/metrics', noStore, metricsRoutes(parts));
  app.use(parts.page);
  app.use((request, _response, next) => {
    next(
      new RequestError(
        404,
        'not_found',
        `There is no ${request.path.startsWith('/api/') ? 'route' : 'page'} at this address; begin at /.`,
      ),
    );
  });
  app.use(answerError);
  return app;
}

/** @param {import('express').Request} request */
const isChange = ({ method }) => method !== 'GET' && method !== 'HEAD';

/**
 * @param {import('express').Request} request
 * @returns {boolean} whether it has a capture read again, or all of it gone through
 */
const isCostly = (request) => !isChange(request) && COSTLY.test(request.path);

/**
 * @param {number} limit requests a minute
 * @param {string} what they are, in the plural
 * @param {(request: import('express').Request) => boolean} isCounted
 * @returns {import('express').RequestHandler}
 */
function limitRate(limit, what, isCounted) {
  return rateLimit({
    windowMs: 60_000,
    limit,
    skip: (request) => !isCounted(request),
    standardHeaders: false,
    legacyHeaders: false,
    handler: (_request, _response, next) => {
      next(new RequestError(429, 'too_many', `More than ${limit} ${what} in a minute; wait a minute and try again.`));
    },
  });
}

/**
 * @param {import('express').Request} _request
 * @param {import('express').Response} response
 * @param {import('express').NextFunction} next
 */
function noStore(_request, response, next) {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
