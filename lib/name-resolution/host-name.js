/** IPv4, or IPv6 in any form: some clients send an address instead of a name. */
const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$|:/;

/** @param {string} name @returns {boolean} whether it is more than an address */
export const isHostName = (name) => name !== '' && !ADDRESS.test(name);
