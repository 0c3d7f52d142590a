/**
 * Drops files on the page as a person would.
 * @param {import('playwright-core').Page} page
 * @param {{ name: string, bytes: Uint8Array }[]} files
 * @param {string} [target] on which
 */
export async function dropFiles(page, files, target = 'body') {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, bytes } of given) data.items.add(new File([Uint8Array.from(bytes)], name));
      return data;
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  );
  await page.dispatchEvent(target, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(target, 'drop', { dataTransfer: transfer });
}
