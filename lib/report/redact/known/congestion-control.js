/** Those that Linux has, of its own and as common modules. */
import { words } from './words.js';

const ALGORITHMS = words(`
  bbr bbr2 bbr3 bic brutal cdg cubic dctcp highspeed htcp hybla illinois lp nv prague reno scalable vegas veno westwood
  yeah`);

/** @param {string} name */
export const isCongestionControl = (name) => ALGORITHMS.has(name);
