/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE [--set NAME=VALUE]… [--flow N] [--keylog KEYFILE] [--decode-as RULE]… [--json]': `replays the capture's
      traffic in the simulator under other conditions, and prints the error of an unchanged replay: initcwnd=30,
      rtt=100ms, rate=10Mbit, loss=1%, buffer=64kB, protocol=http/2, connections=6, pipelining=8, proxy=4,
      proxy-at=80%`,
  },
  options: {
    set: { type: 'string', value: 'NAME=VALUE', multiple: true },
    flow: { type: 'string', value: 'N' },
    keylog: { type: 'string', value: 'KEYFILE' },
    'decode-as': { type: 'string', value: 'RULE', multiple: true, text: 'as with analyze' },
    json: { type: 'boolean' },
  },
};
