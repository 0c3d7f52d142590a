/** Of a reset behind a FIN: whether the connection was over for the end that sent it. */
import { connectionOf } from '../../support/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+20us client ACK', 'client PSH data 200', '+20ms server ACK'];

/** The side's segments, acknowledged. @param {'client' | 'server'} side @param {number} times */
const sends = (side, times) => Array.from({ length: times }, () => [`+20ms ${side} data 2x1448`, `${side === 'client' ? 'server' : 'client'} ACK`]).flat();

/** @param {string[]} lines @returns {string[]} severity and code of what is said of the reset */
function resetOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.describeFlow(0));
  return findings.filter((/** @type {any} */ { code }) => /reset/.test(code)).map((/** @type {any} */ { severity, code }) => `${severity} ${code}`);
}

test.each([
  ['the client ended its direction alone, and the server answered until it reset', ['client FIN', '+20ms server ACK', ...sends('server', 20), '+20ms server RST-ACK']],
  ['the server ended its direction alone, and the client sent on until it reset', ['server FIN', '+20us client ACK', ...sends('client', 20), '+20ms client RST-ACK']],
  ['nobody had ended anything', [...sends('server', 20), '+20ms server RST-ACK']],
])('%s', (_, lines) => {
  expect(resetOf(...lines)).toEqual(['warning reset']);
});

test.each([
  ['both had ended', [...sends('server', 4), 'server FIN', '+20us client ACK', ...sends('client', 4), 'client FIN', '+20ms client RST-ACK']],
  ['who resets had ended its own direction', [...sends('server', 4), 'server FIN', '+20us client ACK', ...sends('client', 4), '+20ms server RST-ACK']],
  ['who resets sent nothing more', [...sends('server', 4), 'client FIN', '+20ms server ACK', '+20ms server RST-ACK']],
  ['who resets sent what it had not yet the FIN for', [...sends('server', 4), 'client FIN lost', 'server data 4x1448', '+40ms server RST-ACK']],
  ['who resets sent something again', [...sends('server', 4), 'client FIN', '+20ms server again 8', '+20ms server RST-ACK']],
])('%s', (_, lines) => {
  expect(resetOf(...lines)).toEqual(['note reset_after_close']);
});
