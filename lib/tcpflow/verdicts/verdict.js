export * from '../../transport/verdict.js';
