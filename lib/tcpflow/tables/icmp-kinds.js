export * from '../../transport/icmp-errors.js';
