export * from '../../transport/tcp/segment-size.js';
