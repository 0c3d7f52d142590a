export * from '../../transport/bursts.js';
