/** Dialogs that any view may open, loaded when the page is idle: as one script, since each alone is small. */
export { openCommandPalette } from './components/command-palette.js';
export { openKeySheet } from './components/key-sheet.js';
