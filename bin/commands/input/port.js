import { UsageError } from '../usage-error.js';

/** @param {string} text of `--port` @returns {number} @throws {UsageError} it is none */
export function portOf(text) {
  const port = Number(text);
  if (text === '' || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not "${text}"`);
  }
  return port;
}
