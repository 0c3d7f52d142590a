const common = { transform: {}, testEnvironment: 'node' };

export default {
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.test.js'], testPathIgnorePatterns: ['<rootDir>/test/browser/', '<rootDir>/test/live/'] },
    { ...common, displayName: 'live', testMatch: ['<rootDir>/test/live/**/*.test.js'] },
    { ...common, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.js'] },
  ],
};
