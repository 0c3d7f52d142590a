export const USAGE = `Selfclock shows how applications use TCP.

  selfclock serve [FILE…] [--port 8080] [--host 127.0.0.1] [--data DIR] [--tables DIR] [--allow-sql]
      starts the dashboard; FILE may be - for standard input
      --data DIR         where the capture library is kept
      --tables DIR       shows the tables that index or watch wrote, at /fleet
      --allow-sql        accepts SQL queries of the tables from other machines, too
  selfclock open FILE [--frame N] [--port 8080] [--no-browser]
      opens a capture in the browser, or the connection that frame N belongs to, in the running server or in a new one
      that keeps running
  selfclock analyze FILE                 a table of the connections
  selfclock analyze FILE --json          statistics of every connection, as one JSON object
  selfclock analyze FILE --packets       one JSON object per line for each TCP segment
  selfclock analyze FILE --messages      one JSON object per line for each message: HTTP and commands of other protocols
  selfclock analyze FILE --pages         one JSON object per line for each page: requests that belong together
  selfclock analyze FILE --mux           one JSON object per line for each WebMUX fragment
  selfclock analyze FILE --format tcptrace-csv
      statistics of every connection, as tcptrace -n -l -r --csv prints them
  selfclock analyze FILE --sender FLOW   one JSON object per line for each end of a connection that sent data: capture point,
      round trips, bytes in flight, congestion window, phases, limits, retransmissions
  selfclock analyze FILE --explain-verdict [FLOW]
      why the first sentence, of the capture or a connection, leads: what was found and its cost, what yielded to what,
      what is not observable and why
      --all-findings     with --json or the table: looks for findings in connections of up to 2.5 million packets, and in
                         all of them; the default is connections of up to 131 072 packets, and as many in total
      --keylog KEYFILE   with any of these: decrypts TLS with an SSLKEYLOGFILE; pcapng may contain its own secrets
      --decode-as RULE   with any of these, and with export and whatif, repeatable: reads connections as a protocol, whatever
                         their content: 'tcp.port == 50051,http2', 'tcp.stream == 3,tls'
      --reassembly POLICY   which copy counts where segments overlap: first (default), last, or as an
                            operating system does: bsd, bsd-right, linux, old-linux, solaris, old-solaris,
                            hpux10, hpux11, irix, windows, windows2k3, vista, macos
      --mux-credit BYTES   with --json: initial credit of WebMUX sessions, instead of the assumed one
  selfclock compare FILE FILE… [--json]  what each capture cost: packets, segments, time, bandwidth
  selfclock export FILE --flow N --format pcap [-o FILE]    the connection's packets, as captured;
      as pcapng if they have several interfaces, or a time before 1970 or from 2106 on
  selfclock export FILE --flow N --format csv [-o PATH]
      its packets as a table; a PATH that does not end in .csv is a directory, which gets a file for each series
  selfclock export FILE --flow N --format xplot [-o DIR]    the connection's graphs, as tcptrace -G draws them
  selfclock export FILE [--flow N] --format har [--no-bodies] [--keylog KEYFILE] [-o FILE]
      HTTP exchanges of one or all connections, for browsers' developer tools
  selfclock export FILE --flow N --format stream [--hex] [--layer tcp|tls|websocket] [--keylog KEYFILE] [-o FILE]
      the bytes of both directions in order, decrypted if possible
      --layer LAYER      this layer instead of the innermost
  selfclock export FILE --flow N --format body --message INDEX [--decoded] [--keylog KEYFILE] [-o FILE]
      the body of a message (its "index" in --messages)
      --decoded          undoes gzip, deflate, br, zstd and permessage-deflate
  selfclock report FILE [--flow N]… [--redact [--keep-paths]|--with-capture] [--keylog KEYFILE] [-o FILE]
      one HTML file that shows the capture, or some of its connections, in any browser: packets as columns and message
      headers, not the capture itself
      --redact           keeps only known values of header fields and commands (docs/report.md), and replaces addresses,
                         names and paths
      --keep-paths       with --redact: keeps paths, except names and addresses in them
      --with-capture     includes the capture, for download from the page
  selfclock simulate SCENARIO.json [-o DIR] [--seed N]
      runs a scenario (docs/simulator.md) and prints a summary; DIR gets a capture for each tap, truth.csv and summary.json
  selfclock simulate --study NAME [-o DIR] [--seed N] [--draft] [--jobs N] [--json]
      repeats a published study (initcwnd, mux, nz-us, xudp) and prints its summary and claims, each passed or missed;
      DIR gets claims, figures as SVG and CSV, tables and captures, and a stopped study resumes from it
      --draft            fewer runs
  selfclock simulate --study nz-us [--workload FILE] [--set NAME=VALUE]… [-o DIR] [--draft] [--jobs N] [--json]
      runs the study with your own workload and link: aggregate between two proxies, over how many connections, with
      HTTP/1.1, MUX, HTTP/2 or HTTP/3? FILE: squid's native log, combined log format, HAR, workload file or capture,
      plain or gzip;
      rate=34.368Mbit, rate-back=same, delay=60ms, delay-back=same, buffer=round-trip, loss=0%, connections=1,6,20,50,
      protocols=http/1.1,mux,http/2,http/3, profile=linux-2026, window=profile, server=100ms, seconds=auto, sample=all
  selfclock whatif FILE [--set NAME=VALUE]… [--flow N] [--keylog KEYFILE] [--json]
      replays the capture's traffic in the simulator under other conditions, and prints the error of an unchanged replay:
      initcwnd=30, rtt=100ms, rate=10Mbit, loss=1%, buffer=64kB, protocol=http/2, connections=6, pipelining=8,
      proxy=4, proxy-at=80%
  selfclock capture -i INTERFACE [-f FILTER] [-w FILE] [--json] [-s BYTES] [-a SECONDS]
      captures until Ctrl-C; FILE may be - for standard output
      -f FILTER          in the language of pcap-filter(7). tcp and port N miss IPv6 jumbograms (BIG TCP): give
                         'tcp or ip6[6]=0', 'port 443 or ip6[6]=0'
  selfclock interfaces [--json]          interfaces that can be captured on
  selfclock index FILE… -o DIR [--append] [--all-findings] [--windows] [--keylog KEYFILE] [--otlp URL] [--json]
      adds captures to a folder of tables (Parquet; docs/fleet.md): captures, connections, findings, messages, rtt;
      captures that are already there are skipped, with or without --append; DIR may be s3://BUCKET/PREFIX, also with
      --compact, query and serve --tables
      --windows          also writes the table windows: bytes in flight, receive and congestion window per second
      --json             one line per capture, with figures of each service
      --otlp URL         sends connections and requests as spans to an OpenTelemetry collector
      --spans-after N    with --otlp and --json: sends only a file's spans after the first N, which were sent before
  selfclock index --compact DIR -o DIR   merges tables into another folder, one file per day and table
  selfclock index --schema               the tables' columns, as one JSON object
  selfclock watch -i INTERFACE|DIR|- -o DIR [--name NAME] [-f FILTER] [-s BYTES] [--file-seconds 60] [--file-mb 256]
      [--keep-mb 4096] [--keep-days N] [--settle 10] [--metrics [HOST:]PORT] [--otlp URL] [--all-findings]
      [--windows] [--keylog KEYFILE]
      runs for weeks: captures on an interface, or reads files as they appear in a folder, or standard input, and indexes
      them, a minute per file; keeps up to --keep-mb of what it captured
      -f FILTER          as with capture: 'tcp or ip6[6]=0', not 'tcp'
      --metrics PORT     serves metrics for Prometheus at /metrics
      --otlp URL         as with index
  selfclock query 'select …' DIR [--json|--csv]
  selfclock query --ask QUESTION DIR [--json|--csv]
      queries the tables with SQL (DuckDB), or with a named question; --ask help lists them
  selfclock split FILE --parts N [--by connection] [-o DIR]
      splits a capture into N files and prints their names; each connection, with its fragments and ICMP errors, is in one
  selfclock completion bash|zsh          prints a shell script that completes commands, options and files
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
