/** Dialogs of the list of captures, loaded when the first of them opens: as one script, since each alone is small. */
export { confirmDelete } from './confirm-delete.js';
export { downloadList } from './list-files.js';
export { openTagSheet } from './tag-sheet.js';
