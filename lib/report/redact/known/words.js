/** @param {string} text words between spaces @returns {Set<string>} */
export const words = (text) => new Set(text.trim().split(/\s+/));
