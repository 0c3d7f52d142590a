export * from '../../transport/tcp/stack/in-use.js';
