import { EVIDENCES } from '../../engine/enums.js';

export { EVIDENCES } from '../../engine/enums.js';

/** @param {number} bits of the column `evidence` */
export const evidenceNames = (bits) => EVIDENCES.filter((_, bit) => bits & (1 << bit));
