// Runs before the first paint, so that a remembered theme never flashes in the wrong colours.
// A classic script on purpose: modules run too late.
{
  const prefersLight = matchMedia('(prefers-color-scheme: light)').matches;
  const root = document.documentElement;
  root.dataset.theme = prefersLight ? 'light' : 'dark';
  try {
    const stored = localStorage.getItem('selfclock-theme');
    if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
  } catch (error) {
    console.info('The theme is not remembered: storage is blocked.', error);
  }
}
