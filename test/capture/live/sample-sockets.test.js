import { execFileSync } from 'node:child_process';

const MODULE = new URL('../../../lib/capture/live/sample-sockets.js', import.meta.url).href;

test('where ss is missing that is said, instead of an empty record', () => {
  const script = `import(${JSON.stringify(MODULE)}).then(async ({ sampleSockets, samplingProblem }) => {
    const { signal } = new AbortController();
    console.log(JSON.stringify([await samplingProblem(), await sampleSockets('/dev/null', { filter: undefined, signal })]));
  })`;
  const told = execFileSync(process.execPath, ['-e', script], { env: { PATH: '/nowhere' }, encoding: 'utf8' });
  const problem = 'ss is needed to sample sockets: install iproute2.';
  expect(JSON.parse(told)).toEqual([problem, { samples: 0, problem }]);
});
