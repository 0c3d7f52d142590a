/** Releases from which on `require` loads ES modules and says nothing about it, by major version. */
const SINCE = new Map([[20, 19], [22, 13], [23, 5]]), ALL_SINCE_MAJOR = 24;
const [major, minor] = process.versions.node.split('.').map(Number);

/** Whether Node is such a release. */
export const canRequire = major >= ALL_SINCE_MAJOR || minor >= (SINCE.get(major) ?? Infinity);
