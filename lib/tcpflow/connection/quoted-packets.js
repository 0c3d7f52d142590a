export * from '../../transport/tcp/quoted-packets.js';
