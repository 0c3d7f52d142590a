import { busy } from '../base/idle.js';
import { toast } from './toast.js';

/**
 * A dialog, or what makes a file, whose code is loaded when it is first asked for.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(loaded: T) => unknown} open
 */
export async function openLater(load, open) {
  const done = busy();
  try {
    await open(await load());
  } catch (error) {
    console.error(error);
    toast('This could not be loaded; try again when the server answers.');
  } finally {
    done();
  }
}
