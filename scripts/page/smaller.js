import { basename } from 'node:path';

import { minify } from 'terser';

/** @typedef {import('./bundle.js').BundledFile} BundledFile */

/**
 * What esbuild made, smaller by a twentieth again: terser follows values through statements. It takes some twenty
 * seconds, so a page that is built when it is asked for goes without.
 * @param {BundledFile[]} files scripts and their maps
 * @param {{ module: boolean }} options
 * @returns {Promise<BundledFile[]>} the same with other contents
 */
export async function smaller(files, { module }) {
  const mapOf = new Map(files.filter(({ name }) => name.endsWith('.map')).map((file) => [file.name, file]));
  /** @type {BundledFile[]} */
  const packed = [];
  for (const file of files.filter(({ name }) => name.endsWith('.js'))) {
    const map = mapOf.get(`${file.name}.map`);
    const about = { content: map && textOf(map), url: `${basename(file.name)}.map`, includeSources: true };
    const options = { module, ecma: /** @type {const} */ (2020), compress: { passes: 2 }, sourceMap: map && about };
    const made = await minify(textOf(file), options);
    packed.push({ ...file, contents: Buffer.from(made.code ?? '') });
    if (map) packed.push({ ...map, contents: Buffer.from(String(made.map)) });
  }
  return [...packed, ...files.filter(({ name }) => !/\.js(\.map)?$/.test(name))];
}

/** @param {BundledFile} file */
const textOf = ({ contents }) => Buffer.from(contents).toString();
