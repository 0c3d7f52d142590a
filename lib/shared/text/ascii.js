/** Characters by their code in ASCII. */
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const SLASH = 0x2f;
export const COLON = 0x3a;
