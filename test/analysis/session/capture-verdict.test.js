import { setImmediate as afterOthers } from 'node:timers/promises';

import { captureVerdict } from '../../../lib/session/capture-verdict.js';

test('other questions have their turn while a capture is examined', async () => {
  let turns = 0;
  let examined = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 0);
  const verdict = await captureVerdict(
    /** @type {any} */ ({
      connections: { count: 20 },
      findings: {
        ofConnection() {
          examined += 1;
          for (const end = performance.now() + 6; performance.now() < end;);
        },
        captureVerdict: () => ({ code: `${examined} examined` }),
      },
    }),
    () => afterOthers(),
  );
  clearInterval(ticking);
  expect(verdict).toEqual({ code: '20 examined' });
  expect(turns).toBeGreaterThan(1);
});
