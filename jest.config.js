import vm from 'node:vm';

// Jest reads ES modules only where Node was started with --experimental-vm-modules, as test/support/run.js does.
if (!('SourceTextModule' in vm)) {
  process.stderr.write('Run tests with `npm test -- FILE`, which takes the options of jest, too.\n');
  process.exit(1);
}

const common = { transform: {}, testEnvironment: 'node' };
/** The page's modules find D3 where index.html's script puts it. */
const setupFiles = ['<rootDir>/test/support/setup/d3-global.js'];
const setupFilesAfterEnv = ['<rootDir>/test/support/setup/second-try.js'];

export default {
  // Enough for a test that starts processes on a machine that is busy with others.
  testTimeout: 30_000,
  // Modules of ended tests stay in a worker's memory, and collecting garbage in 2 GB made a test of 20 s take 250.
  workerIdleMemoryLimit: '700MB',
  testSequencer: '<rootDir>/test/support/setup/longest-first.js',
  projects: [
    {
      ...common,
      displayName: 'unit',
      setupFiles,
      testMatch: ['<rootDir>/test/**/*.test.js'],
      testPathIgnorePatterns: ['<rootDir>/test/browser/', '<rootDir>/test/capture/interfaces/'],
    },
    {
      ...common,
      displayName: 'live',
      setupFilesAfterEnv,
      testMatch: ['<rootDir>/test/capture/interfaces/**/*.test.js'],
    },
    {
      ...common,
      displayName: 'browser',
      setupFiles,
      setupFilesAfterEnv,
      testMatch: ['<rootDir>/test/browser/**/*.test.js'],
    },
  ],
};
