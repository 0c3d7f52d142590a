/**
 * Files that the user chose: each is a capture at once, read from where it lies. Those on their way from elsewhere have
 * rows until they are there.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @param {import('./handed/from-address.js').Fetches} fetches
 * @returns {(store: import('../state/captures.js').CaptureStore) => import('../state/uploads.js').Uploads}
 */
export const localUploads = (captures, fetches) => (store) => ({
  async add(files) {
    return files.map((file) => {
      const { capture } = captures.open(file, file.name);
      store.put({ ...capture });
      return { ...capture };
    });
  },
  cancel: fetches.cancel,
  list: fetches.list,
  subscribe: fetches.subscribe,
});
