/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE FILE [FILE…]': 'captures of the same traffic at several points: what happened to each packet between them',
    'FILE FILE [FILE…] --json': 'the same as one JSON object: clocks, connections, each segment of the path',
    'FILE FILE [FILE…] -o merged.pcapng': `all packets on the first FILE's clock, an interface for each point, comments
      with what became of each`,
    'FILE FILE [FILE…] --packets': 'one JSON object per line for each packet: its frame, time and fate at every point',
  },
  options: {
    json: { type: 'boolean' },
    packets: { type: 'boolean' },
    output: { type: 'string', short: 'o', value: 'FILE' },
    clocks: {
      type: 'string',
      value: 'CLOCKS',
      text: `with any of these: synchronised where the captures' clocks are known to agree, or the seconds that each
        further FILE's clock is ahead of the first's (0.5,-3); otherwise the shortest delays are assumed to be alike
        both ways`,
    },
  },
};
