/**
 * Says whether the page is at rest: nothing being fetched, nothing waiting to be drawn.
 * `document.documentElement.dataset.idle` is 'true' or 'false'; tests wait for it instead of sleeping.
 */

let pending = 0;

function show() {
  document.documentElement.dataset.idle = pending === 0 ? 'true' : 'false';
}

/**
 * Announces a piece of work.
 * @returns {() => void} to be called when it is done; calling it again does nothing
 */
export function busy() {
  let open = true;
  pending += 1;
  show();
  return () => {
    if (!open) return;
    open = false;
    pending -= 1;
    show();
  };
}
