import { INITIAL_WINDOW } from './initial-window.js';
import { MUX } from './mux/mux.js';
import { NZ_US } from './nz-us/nz-us.js';
import { OWN_LOAD } from './own-load/own-load.js';
import { XUDP } from './xudp/xudp.js';

/** All studies. @type {import('./study.js').Study[]} */
export const STUDIES = [INITIAL_WINDOW, MUX, NZ_US, OWN_LOAD, XUDP];

/** @param {string} name @returns {import('./study.js').Study|undefined} */
export function studyNamed(name) {
  return STUDIES.find((study) => study.name === name);
}
