// What is known of a head of HTTP/1.x while it is scanned, and what a scan comes to.

/** What a scan comes to: scan.js. */
export const MORE: i32 = 0, DONE: i32 = 1, NOT_HTTP: i32 = 2, TOO_LONG: i32 = 3;

/** Head.kind. */
export const UNKNOWN: i32 = 0, REQUEST: i32 = 1, RESPONSE: i32 = 2;

/** Head.method: of those that decide where the answer ends. */
export const METHOD_HEAD: i32 = 1, METHOD_CONNECT: i32 = 2;

/** The first bit of NOTE (notes.js). */
export const BARE_LF: i32 = 1;

/** HEAD of head-scanner.js. */
@unmanaged
export class Head {
  contentLength: f64;
  phase: i32;
  next: i32;
  kind: i32;
  method: i32;
  methodBytes: i32;
  methodIsCommon: i32;
  spaces: i32;
  status: i32;
  minorVersion: i32;
  fieldStart: i32;
  fieldCount: i32;
  coding: i32;
  notes: i32;
}
