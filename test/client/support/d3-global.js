/** The page loads D3 as a classic script; tests of pure client code put it where that script would. Import before them. */
import * as d3 from 'd3';

Object.assign(globalThis, { d3 });
