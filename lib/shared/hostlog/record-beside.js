/** What `capture --with-sockets` writes beside a capture. @param {string} file */
export const recordBeside = (file) => `${file}.sockets`;
