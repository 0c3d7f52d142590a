import fc from 'fast-check';

/**
 * fast-check, for tests of properties: other inputs on each run, the same ones in CI, where a change is to be refused
 * for what it does. A failure prints its seed.
 */
const CI_SEED = 1;
if (process.env.CI) fc.configureGlobal({ seed: CI_SEED });

export default fc;
