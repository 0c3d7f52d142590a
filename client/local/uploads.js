/**
 * Files that the user chose: each is a capture at once, read from where it lies.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @returns {(store: import('../state/captures.js').CaptureStore) => import('../state/uploads.js').Uploads}
 */
export const localUploads = (captures) => (store) => ({
  add(files) {
    for (const file of files) store.put({ ...captures.open(file, file.name).capture });
  },
  cancel: () => undefined,
  list: () => [],
  subscribe: () => () => false,
});
