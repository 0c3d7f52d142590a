export * from '../shared/scrambled.js';
