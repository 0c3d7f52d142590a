const common = { transform: {}, testEnvironment: 'node' };

export default {
  // Suites in a process of their own that is renewed when it has grown: in one process all modules of all suites stay, and the later ones take several times as long.
  workerIdleMemoryLimit: '800MB',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.test.js'], testPathIgnorePatterns: ['<rootDir>/test/browser/', '<rootDir>/test/live/'] },
    { ...common, displayName: 'live', testMatch: ['<rootDir>/test/live/**/*.test.js'] },
    { ...common, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.js'] },
  ],
};
