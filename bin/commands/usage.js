export const USAGE = `Selfclock shows how applications use TCP.

  selfclock serve [FILE…] [--port 8080] [--host 127.0.0.1] [--data DIR] [--tables DIR] [--allow-sql]
      starts the dashboard; FILE may be - for standard input; tables: what index and watch wrote, to be asked at /fleet,
      allow-sql: in SQL, too, from other machines
  selfclock open FILE [--frame N] [--port 8080] [--no-browser]
      shows a capture in the browser, or the connection of one of its packets, at the server that runs or at one that it
      starts and leaves running
  selfclock analyze FILE                 a table of the connections
  selfclock analyze FILE --json          statistics of every connection, one JSON object
  selfclock analyze FILE --packets       one JSON object a line for each TCP segment
  selfclock analyze FILE --messages      one JSON object a line for each message: HTTP's, commands
  selfclock analyze FILE --pages         the same for each page: requests that belong together
  selfclock analyze FILE --mux           one JSON object a line for each WebMUX fragment
  selfclock analyze FILE --format tcptrace-csv
      statistics of every connection as tcptrace -n -l -r --csv prints them
  selfclock analyze FILE --sender FLOW   one JSON object a line for each end of a connection that sent data: where the capture was
      taken, round trips, bytes in flight, congestion window, phases, limits, retransmissions
      --all-findings     in the table or with --json: looks for findings in connections of up to 2.5 million packets, and
                         at all of them; without it at those of up to 131 072 packets, and at as many in all
      --keylog KEYFILE   with any of these: decrypts TLS with the secrets of an SSLKEYLOGFILE; pcapng may bring its own
      --decode-as RULE   with any of these, and with export and whatif, also several times: reads connections as a protocol whatever
                         their bytes look like: 'tcp.port == 50051,http2', 'tcp.stream == 3,tls'
      --reassembly POLICY   which copy counts where segments overlap: first (default), last, or as an
                            operating system does: bsd, bsd-right, linux, old-linux, solaris, old-solaris,
                            hpux10, hpux11, irix, windows, windows2k3, vista, macos
      --mux-credit BYTES   with --json: what WebMUX sessions start with, in place of the assumed credit
  selfclock compare FILE FILE… [--json]  what each capture cost: packets, segments, time, bandwidth
  selfclock export FILE --flow N --format pcap [-o FILE]    the connection's packets as captured
  selfclock export FILE --flow N --format csv [-o PATH]
      its packets as a table; with a directory as PATH, each of its series there as a file
  selfclock export FILE --flow N --format xplot [-o DIR]    the connection's graphs, as tcptrace -G draws them
  selfclock export FILE [--flow N] --format har [--no-bodies] [--keylog KEYFILE] [-o FILE]
      its HTTP exchanges, or those of all connections, for browsers' developer tools
  selfclock export FILE --flow N --format stream [--hex] [--layer tcp|tls|websocket] [--keylog KEYFILE] [-o FILE]
      both directions' bytes as they came, decrypted where that can be; layer: another than the innermost
  selfclock export FILE --flow N --format body --message INDEX [--decoded] [--keylog KEYFILE] [-o FILE]
      the body of one of its messages (their "index" in --messages); decoded: gzip, deflate, br, zstd, permessage-deflate undone
  selfclock report FILE [--flow N]… [--redact [--keep-paths]|--with-capture] [--keylog KEYFILE] [-o FILE]
      one HTML file that shows the capture, or some of its connections, to whoever opens it: packets as columns and the heads
      of messages, not the capture itself
      --redact          leaves out cookies, authorization, query values and all but the usual of header fields, and gives addresses,
                        names and paths stand-ins
      --keep-paths      with --redact: paths stay, but for names and addresses
      --with-capture    adds the capture, which the page then gives away
  selfclock simulate SCENARIO.json [-o DIR] [--seed N]
      runs a scenario (docs/simulator.md): a capture for each tap, truth.csv and summary.json in DIR; prints the summary
  selfclock simulate --study NAME [-o DIR] [--seed N] [--draft] [--jobs N] [--json]
      repeats a published study (initcwnd, mux, nz-us, xudp): prints its summary and claims, each passed or missed; claims, figures as SVG and CSV,
      tables and captures in DIR, where a study that was stopped goes on; draft: fewer runs
  selfclock simulate --study nz-us [--workload FILE] [--set NAME=VALUE]… [-o DIR] [--draft] [--jobs N] [--json]
      asks the study's question of your own load and link: aggregate between two proxies, over how many connections, with
      HTTP/1.1, MUX, HTTP/2 or HTTP/3? FILE: squid's native log, combined log format, HAR, workload file or capture, plain or gzip;
      rate=34.368Mbit, rate-back=same, delay=60ms, delay-back=same, buffer=round-trip, loss=0%, connections=1,6,20,50,
      protocols=http/1.1,mux,http/2,http/3, profile=linux-2026, window=profile, server=100ms, seconds=auto, sample=all
  selfclock whatif FILE [--set NAME=VALUE]… [--flow N] [--keylog KEYFILE] [--json]
      replays the capture's traffic in the simulator, then with other conditions: initcwnd=30, rtt=100ms, rate=10Mbit,
      loss=1%, buffer=64kB, protocol=http/2, connections=6, pipelining=8,
      proxy=4, proxy-at=80%; says how far off the replay is
  selfclock capture -i INTERFACE [-f FILTER] [-w FILE] [--json] [-s BYTES] [-a SECONDS]
      sniffs until Ctrl-C; FILE may be - for standard output
  selfclock interfaces [--json]          those that can be captured on
  selfclock index FILE… -o DIR [--append] [--all-findings] [--keylog KEYFILE] [--otlp URL] [--json]
      adds captures to a folder of tables (Parquet; docs/fleet.md): captures, connections, findings, messages, rtt;
      those that are there already are passed over, with --append or without; json: a line a capture, with figures of each service;
      otlp: connections and requests as spans to an OpenTelemetry collector
  selfclock index --compact DIR -o DIR   puts tables together in another folder, a file for each day and table
  selfclock index --schema               the tables' columns, one JSON object
  selfclock watch -i INTERFACE|DIR|- -o DIR [--name NAME] [-f FILTER] [-s BYTES] [--file-seconds 60] [--file-mb 256]
      [--keep-mb 4096] [--keep-days N] [--settle 10] [--metrics [HOST:]PORT] [--otlp URL] [--all-findings]
      [--keylog KEYFILE]
      for weeks: captures on an interface, or takes up what others put in a folder, or standard input, and indexes it, a file
      of a minute at a time; what it captures itself it keeps up to so many MB; metrics: for Prometheus, at /metrics;
      otlp: spans to an OpenTelemetry collector, as index has it
  selfclock query 'select …' DIR [--json|--csv]
  selfclock query --ask QUESTION DIR [--json|--csv]
      asks the tables in SQL (DuckDB's), or one of the questions that have a name: --ask help lists them
  selfclock split FILE --parts N [--by connection] [-o DIR]
      writes a capture as N, each connection with its fragments and ICMP errors in one of them, and prints their names
  selfclock completion bash|zsh          prints a script that completes commands, options and files
  selfclock help [COMMAND], selfclock COMMAND --help, selfclock --version

FILE is a path or - for standard input: pcap, pcapng or snoop, plain or gzip, detected from its content.
`;

/** @param {string} command @returns {string} its part of the text; empty where there is none */
export function usageOf(command) {
  const parts = USAGE.match(/^ {2}selfclock .*\n(?: {6}.*\n)*/gm) ?? [];
  return parts.filter((part) => part.startsWith(`  selfclock ${command} `)).join('');
}

/**
 * @param {string} command
 * @returns {string[]} its options, without those that its explanation only mentions
 */
export function optionsOf(command) {
  const lines = usageOf(command).match(/^(?: {2}selfclock | +\[?--)\S.*$/gm) ?? [];
  const options = lines.flatMap(
    (line) =>
      line
        .trim()
        .split(/ {2,}/)[0]
        .match(/--[a-z][a-z-]*/g) ?? [],
  );
  return [...new Set(options)];
}
