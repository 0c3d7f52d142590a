/** The design's tokens that figures use, on dark and on light ground; the page's are in client/styles/tokens.css. */
const DARK = {
  bg1: '#13171d',
  line1: '#232a33',
  line2: '#3a4450',
  ink1: '#e8ecf1',
  ink2: '#aab4c0',
  c2s: '#8fb7fa',
  s2c: '#45b3a0',
  ack: '#a4efa9',
  win: '#f7dc3a',
  cwnd: '#8c79da',
  retx: '#e8565f',
  ooo: '#e8943a',
  sack: '#c06dc6',
  net: '#cdd5de',
};
const LIGHT = {
  bg1: '#ffffff',
  line1: '#e4e8ec',
  line2: '#c5ccd4',
  ink1: '#15191e',
  ink2: '#48535f',
  c2s: '#1475b5',
  s2c: '#0a625f',
  ack: '#4fa062',
  win: '#938900',
  cwnd: '#4a34a4',
  retx: '#bc1c3c',
  ooo: '#713200',
  sack: '#be318a',
  net: '#39434e',
};

/** @param {Record<string, string>} tokens */
const declared = (tokens) =>
  `:root{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')}}`;

/** The style of a figure that is a file of its own. */
export const STANDALONE_STYLE = `<style>${declared(LIGHT)}:root{--sans:Inter,system-ui,sans-serif}@media (prefers-color-scheme:dark){${declared(DARK)}}</style>`;
