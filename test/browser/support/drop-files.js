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
      for (const { name, base64 } of given) {
        data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
  );
  await page.dispatchEvent(target, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(target, 'drop', { dataTransfer: transfer });
}
