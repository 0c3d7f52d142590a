// Explains in a browser that cannot run the page why: of all that the page needs, the browsers that have
// URL.canParse (Chrome 120, Firefox 115, Safari 17) have the rest. A classic script in old syntax on purpose.
if (typeof URL !== 'function' || !('canParse' in URL)) {
  document.addEventListener('DOMContentLoaded', function () {
    const words = document.createElement('p');
    words.setAttribute('role', 'alert');
    words.textContent =
      'Selfclock needs a newer browser: Chrome or Edge from 120 on, Firefox from 115 on, Safari from 17 on.';
    document.body.insertBefore(words, document.body.firstChild);
  });
}
