/**
 * Where the window is too narrow for the side column it is a drawer, and on a phone a sheet from the bottom (design,
 * "Layout"): opened by the button or the key, closed by its close button, Esc, the key or a tap outside.
 */
import { iconButton } from '../../../components/button.js';

const beside = matchMedia('(min-width: 1200px)');
const phone = matchMedia('(max-width: 719px)');
/** Controls that show a place in the diagram, which the sheet would cover. */
const LEADS = '.finding, .episode-open, .side-action';

/**
 * @param {HTMLElement} connection what holds diagrams and side column
 * @param {HTMLElement} side
 * @returns {() => void} opens or closes it
 */
export function createDrawer(connection, side) {
  /** @type {Element|null} */
  let opener = null;
  const isOpen = () => connection.classList.contains('with-side') && !beside.matches;

  function open() {
    opener = document.activeElement;
    connection.classList.add('with-side');
    side.scrollTop = 0;
    side.focus();
  }

  function close() {
    const hadFocus = side.contains(document.activeElement);
    connection.classList.remove('with-side');
    if (hadFocus && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  }

  side.prepend(iconButton('close', 'Close the details', { class: 'drawer-close', onClick: close }));
  side.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    event.preventDefault();
    close();
  });
  side.addEventListener('click', (event) => {
    if (phone.matches && event.target instanceof Element && event.target.closest(LEADS)) close();
  });
  // Before the diagram, which would point or start a selection there.
  connection.addEventListener(
    'pointerdown',
    (event) => {
      if (!isOpen() || !(event.target instanceof Node) || side.contains(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
    { capture: true },
  );

  return () => {
    if (beside.matches) connection.classList.toggle('without-side');
    else if (isOpen()) close();
    else open();
  };
}
