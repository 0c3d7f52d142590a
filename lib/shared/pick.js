/**
 * @template {object} T
 * @template {keyof T} K
 * @param {T} from
 * @param {readonly K[]} names of properties
 * @returns {Pick<T, K>} these alone
 */
export const pick = (from, names) =>
  /** @type {Pick<T, K>} */ (Object.fromEntries(names.map((name) => [name, from[name]])));
