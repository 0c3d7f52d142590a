/**
 * socket.io's browser client, served by the server itself. Imported by a variable: the address exists only in the
 * browser.
 */
const address = '/vendor/socket.io.js';

/** @type {typeof import('socket.io-client').io} */
export const io = (await import(address)).io;
