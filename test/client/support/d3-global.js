/**
 * The page loads D3's array functions as a classic script; tests of pure client code put it where that script would.
 * Import before them.
 */
import { ticks, tickStep } from 'd3';

Object.assign(globalThis, { d3: { tickStep, ticks } });
