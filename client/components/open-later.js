import { busy } from '../base/idle.js';
import { toast } from './toast.js';

/**
 * Opens a dialog, or makes a file, with code that is loaded on first use.
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
    toast('This could not be loaded; try again when the server responds.');
  } finally {
    done();
  }
}
