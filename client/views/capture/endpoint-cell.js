import { el, setAttribute, setText } from '../../base/dom.js';

/**
 * An endpoint, with its name above it if the capture has one (on a phone instead of the address). The address is
 * truncated before the port.
 */
export function endpointCell() {
  const name = el('span', { class: 'endpoint-name' });
  const address = el('span', { class: 'endpoint-address' });
  const port = el('span', { class: 'endpoint-port' });
  const element = el('span', { class: 'endpoint' }, name, address, port);
  return {
    element,
    /** @param {string | null} text "address:port" @param {string | null | undefined} hostName its name */
    set(text, hostName) {
      const colon = text?.lastIndexOf(':') ?? -1;
      setText(name, hostName ? `${hostName} ` : ''); // with a space, for whoever hears it
      element.classList.toggle('is-named', Boolean(hostName));
      setAttribute(element, 'title', hostName ? `${hostName} ${text}` : null);
      setText(address, text?.slice(0, colon) ?? '');
      setText(port, text?.slice(colon) ?? '');
    },
  };
}
