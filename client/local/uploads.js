/**
 * Files that the user chose: each is a capture at once, read from where it lies.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @returns {(store: import('../state/captures.js').CaptureStore) => import('../state/uploads.js').Uploads}
 */
export const localUploads = (captures) => (store) => ({
  async add(files) {
    return files.map((file) => {
      const { capture } = captures.open(file, file.name);
      store.put({ ...capture });
      return { ...capture };
    });
  },
  cancel: () => undefined,
  list: () => [],
  subscribe: () => () => false,
});
