import { readFile } from 'node:fs/promises';

/**
 * As the page's own menu saves it.
 * @param {import('playwright-core').Page} page that shows a connection, or a capture
 * @param {string} form `.png` or `.svg`
 * @returns {Promise<Buffer>}
 */
export async function summaryOf(page, form) {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: `Summary in one picture (${form.slice(1).toUpperCase()})` }).click();
  return readFile(await (await download).path());
}
