/**
 * The page loads D3 as a classic script; here it is where that script would put it, for tests of pure client code. One
 * file, read as it is, costs a test file some milliseconds; D3's own modules are seven hundred.
 */
import { readFileSync } from 'node:fs';

new Function(readFileSync(new URL('../../../node_modules/d3/dist/d3.min.js', import.meta.url), 'utf8'))();
