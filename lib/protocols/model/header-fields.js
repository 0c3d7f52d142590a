/**
 * @param {[name: string, value: string][]} headers
 * @param {string} name in lower case
 * @returns {string|null} the first such field's value
 */
export function fieldOf(headers, name) {
  return headers.find((header) => header[0].toLowerCase() === name)?.[1] ?? null;
}
