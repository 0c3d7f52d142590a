import { jest } from '@jest/globals';

/**
 * Tests that drive a browser or an interface share the machine with it: in CI a failed one gets a second try, and the
 * error of the first stands in the log (docs/decisions.md).
 */
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
