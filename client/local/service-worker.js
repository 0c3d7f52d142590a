/**
 * Keeps the site's files, so that it opens without a network after the first visit. The list of files is prepended to
 * this script when the site is built; a new version is fetched beside the old one, and is used at the next visit.
 */
{
  const { version, files } = /** @type {{ site: { version: string, files: string[] } }} */ (
    /** @type {unknown} */ (globalThis)
  ).site;
  const scope = /** @type {any} */ (globalThis);
  const NAME = `selfclock-${version}`;

  scope.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(files)));
  });
  scope.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(deleteOthers());
  });
  scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
    event.respondWith(answer(request));
  });

  async function deleteOthers() {
    for (const name of await caches.keys()) {
      if (name.startsWith('selfclock-') && name !== NAME) await caches.delete(name);
    }
  }

  /** @param {Request} request */
  async function answer(request) {
    const cache = await caches.open(NAME);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  }
}
