import { setFlagsFromString } from 'node:v8';

/** Bytecodes that a function runs from one look at it to the next; V8's own 67 584 compile some three hundred functions that then run for some milliseconds. */
const INTERRUPT_BUDGET = 400_000;

/**
 * From now on V8 takes longer to believe that a function is worth compiling, and inlines nothing, in this process: for a program that runs once. Of what finds
 * faults hundreds of functions get warm and few hot, so that compiling all of them, one into the other, would keep two processors busy for a third of the time.
 */
export function compileLater() {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  setFlagsFromString('--no-turbo-inlining');
}
