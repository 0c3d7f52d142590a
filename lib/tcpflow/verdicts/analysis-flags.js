export * from '../../transport/tcp/analysis-flags.js';
