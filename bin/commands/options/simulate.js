/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'SCENARIO.json [-o DIR] [--seed N]': `runs a scenario (docs/simulator.md) and prints a summary; DIR gets a capture
      for each tap, truth.csv and summary.json`,
    '--study NAME [-o DIR] [--seed N] [--draft] [--jobs N] [--json]': `repeats a published study (initcwnd, mux, nz-us,
      xudp) and prints its summary and claims, each passed or missed; DIR gets claims, figures as SVG and CSV, tables
      and captures, and a stopped study resumes from it`,
    '--study nz-us [--workload FILE] [--set NAME=VALUE]… [-o DIR] [--draft] [--jobs N] [--json]': `runs the study with
      your own workload and link: aggregate between two proxies, over how many connections, with HTTP/1.1, MUX, HTTP/2
      or HTTP/3? FILE: squid's native log, combined log format, HAR, workload file or capture, plain or gzip`,
  },
  options: {
    study: { type: 'string', value: 'NAME' },
    output: { type: 'string', value: 'DIR', short: 'o' },
    seed: { type: 'string', value: 'N' },
    draft: { type: 'boolean', text: 'fewer runs' },
    jobs: { type: 'string', value: 'N' },
    json: { type: 'boolean' },
    workload: { type: 'string', value: 'FILE' },
    set: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      text: `rate=34.368Mbit, rate-back=same, delay=60ms, delay-back=same, buffer=round-trip, loss=0%,
        connections=1,6,20,50, protocols=http/1.1,mux,http/2,http/3, profile=linux-2026, window=profile, server=100ms,
        seconds=auto, sample=all`,
    },
  },
};
