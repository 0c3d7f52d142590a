/**
 * Of a program that runs once V8 compiles much that is hardly run again: hundreds of functions get warm and few hot, and compiling them, one into the other,
 * would keep two processors busy for a third of the time. What is hot is the cores', which come compiled (bin/bundle/core-module.js).
 */
import { setFlagsFromString } from 'node:v8';

/** Bytecodes that a function runs from one look at it to the next; V8's own 67 584 compile some three hundred functions that then run for some milliseconds. */
const INTERRUPT_BUDGET = 400_000;

/** From now on V8 takes longer to believe that a function is worth compiling, in this process. Its code kept under other options has to be there. */
export function compileLater() { setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`); }

/** The same, and it inlines nothing: for what finds faults. */
export function compileLaterAndLess() {
  compileLater();
  setFlagsFromString('--no-turbo-inlining');
}
