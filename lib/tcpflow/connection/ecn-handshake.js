export * from '../../transport/tcp/ecn-handshake.js';
