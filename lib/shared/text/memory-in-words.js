/** @param {number} bytes @returns {string} in whole MB, as memory is given to containers */
export const memoryInWords = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;
