export * from '../../transport/losses.js';
