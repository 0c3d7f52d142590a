/** Makes one HTML file of the page, everything inside, that opens from disk without any network. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { bundleScripts, bundleStyles, bundleWorker, earlyScript, mark, pageHtml } from './bundle.js';

/** @param {string} text of an inline script or style, as a source of the content-security policy */
const sourceOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param {Awaited<ReturnType<typeof bundleScripts>>} files */
const textOf = ([{ contents }]) => Buffer.from(contents).toString();

/** @param {string} [entry] of the page @returns {Promise<string>} HTML */
export async function singleFile(entry = 'client/local/main.js') {
  const [script, worker, style, early, icon] = await Promise.all([
    bundleScripts(entry, {}).then(textOf),
    bundleWorker({}).then(textOf),
    bundleStyles({ loader: { '.woff2': 'dataurl' } }).then(textOf),
    earlyScript(),
    mark(),
  ]);
  const packed = gzipSync(worker, { level: 9 }).toString('base64');
  return pageHtml({
    policy: {
      'script-src': `${sourceOf(early)} ${sourceOf(script)} 'wasm-unsafe-eval'`,
      'worker-src': 'blob:',
      'style-src': sourceOf(style),
      'font-src': 'data:',
      'img-src': 'data:',
    },
    head: `    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}">
    <script>${early}</script>
    <style>${style}</style>`,
    body: `    <script type="application/gzip" id="worker">${packed}</script>
    <script type="module">${script}</script>
`,
  });
}
