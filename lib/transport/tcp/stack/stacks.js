/**
 * SYNs and other features of known TCP stacks. Sources: p0f 3's signatures (p0f.fp, Zalewski) and Nmap's (nmap-os-db)
 * as far as they are in the literature, each stack's own source (Linux tcp_options_write, FreeBSD and XNU tcp_output
 * and tcp_addoptions, lwIP tcp_output_fill_options, smoltcp TcpRepr, gVisor header.MakeSynOptions, ns-3 TcpSocketBase),
 * and recordings of gVisor 2025-05, FreeBSD 9.1, smoltcp 0.14, ns-3 3.37 and Linux 6.18.
 *
 * Options by letter, in their order: M MSS, S SACK permitted, T timestamps, W window scale, N NOP, E end, ? another.
 * A SYN-ACK has only what the SYN offered: the shorter orders.
 *
 * @typedef {object} Stack
 * @property {string} name
 * @property {readonly string[]} orders
 * @property {number} ttl initial time to live, or hop limit
 * @property {readonly number[]} [windows] of the SYN, bytes, unscaled
 * @property {readonly number[]} [segments] the same in segments of the MSS, or of that less 12 bytes of timestamps
 * @property {readonly number[]} [scales] shifts that are offered
 * @property {readonly ('zero' | 'counter' | 'random')[]} [ids] how IPv4 identifications of data advance
 * @property {readonly number[]} [clocksHz] of timestamps
 * @property {readonly number[]} [initialWindows] segments
 * @property {number} [leastTimeoutMs] no retransmission timeout is shorter
 * @property {boolean} [probesTail] sends tail loss probes (RFC 8985); left out where some versions do
 */

/** @type {readonly Stack[]} */
export const STACKS = Object.freeze([
  {
    // tcp_select_initial_window: 10, 20 or 44 segments of receive window; min RTO 200 ms, TLP since 3.10
    name: 'Linux',
    orders: ['MSTNW', 'MNNTNW', 'MNNSNW', 'MST', 'MNNT', 'MNW', 'MSTNW?', 'MSTNW??'],
    ttl: 64,
    windows: [65535, 64240, 65160, 64800, 64768, 64308, 32120, 5840, 5792],
    segments: [4, 10, 20, 44],
    scales: [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ids: ['counter', 'zero'],
    clocksHz: [100, 250, 1000],
    initialWindows: [2, 3, 4, 10],
    leastTimeoutMs: 200,
    probesTail: true,
  },
  {
    // netstack: Linux's order, a window of 29184, DF not set and identifications at random
    name: 'gVisor',
    orders: ['MSTNW', 'MNNTNW', 'MNNSNW'],
    ttl: 64,
    windows: [29184],
    scales: [7],
    ids: ['random', 'zero'],
    clocksHz: [1000],
    initialWindows: [10],
    leastTimeoutMs: 200,
    probesTail: true,
  },
  {
    // the default stack (without tcp_rack) has neither RACK nor TLP
    name: 'FreeBSD',
    orders: ['MNWST', 'MNWSE', 'MNWNNT', 'MSE'],
    ttl: 64,
    windows: [65535, 65228, 57344],
    scales: [0, 1, 3, 6, 7, 8, 9],
    ids: ['counter', 'random', 'zero'],
    clocksHz: [1000],
    initialWindows: [3, 4, 10],
    leastTimeoutMs: 200,
    probesTail: false,
  },
  {
    // XNU, iOS's as well: timestamps before SACK permitted
    name: 'macOS',
    orders: ['MNWNNTSE', 'MNWNNTS?', 'MNWNNT', 'MNWSE', 'MSE'],
    ttl: 64,
    windows: [65535],
    scales: [1, 2, 3, 4, 5, 6, 7, 8],
    ids: ['zero', 'random', 'counter'],
    clocksHz: [1000],
    initialWindows: [3, 4, 10],
  },
  {
    name: 'OpenBSD',
    orders: ['MNNSNWNNT', 'MNNSNW', 'MNNS'],
    ttl: 64,
    windows: [16384, 65535],
    scales: [0, 3, 6],
    ids: ['random'],
    clocksHz: [2, 1000],
    initialWindows: [3, 4],
    probesTail: false,
  },
  {
    name: 'NetBSD',
    orders: ['MNWSNNNNT', 'MNWNNT'],
    ttl: 64,
    windows: [32768, 16384, 65535],
    scales: [0, 3],
    ids: ['counter', 'random', 'zero'],
    clocksHz: [2],
    initialWindows: [1, 2, 3, 4],
    probesTail: false,
  },
  {
    // Vista to 8.1 offer 8192, 10 and 11 64240 or 65535 with a shift of 8; timestamps only where asked for
    name: 'Windows',
    orders: ['MNWNNS', 'MNWST', 'MNWNNTNNS', 'MNNS', 'MNW'],
    ttl: 128,
    windows: [8192, 64240, 65535, 64512, 16384, 65392],
    scales: [0, 1, 2, 8],
    ids: ['counter'],
    clocksHz: [10, 100, 1000],
    initialWindows: [2, 4, 10],
    leastTimeoutMs: 300,
  },
  {
    name: 'Solaris',
    orders: ['STMNW', 'NWNNTNNSM', 'MNWNNS', 'NNSM', 'NNSMNW', 'M'],
    ttl: 64,
    windows: [32850, 49640, 64240, 32806, 24820, 8760, 33304],
    segments: [34],
    scales: [0, 1, 2, 5],
    ids: ['counter'],
    clocksHz: [100],
    initialWindows: [1, 2, 4],
    probesTail: false,
  },
  {
    // tcp_output_fill_options; a TTL of 255 unless set otherwise, ticks of 500 ms, a window of few segments
    name: 'lwIP',
    orders: ['M', 'MNW', 'MNNS', 'MNWNNS', 'MNNTNW', 'MNNT', 'MNNTNWNNS'],
    ttl: 255,
    segments: [2, 3, 4, 6, 8, 10],
    scales: [0, 1, 2, 3],
    ids: ['counter'],
    initialWindows: [1, 2, 3, 4],
    leastTimeoutMs: 500,
    probesTail: false,
  },
  {
    // no NOP before the shift
    name: 'smoltcp',
    orders: ['MWSE', 'MWS', 'MSE', 'M', 'MWSTE', 'MWST'],
    ttl: 64,
    scales: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    ids: ['zero'],
    initialWindows: [1],
    leastTimeoutMs: 1000,
    probesTail: false,
  },
  {
    // announces no MSS; a simulator's checksums and identifications
    name: 'ns-3',
    orders: ['WSE', 'WSTE', 'WTE', 'WTSE', 'STWE', 'WST', 'WNNTNE', 'TSWE', 'TWSE', 'WE'],
    ttl: 64,
    windows: [65535, 32768],
    scales: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    clocksHz: [1000],
    initialWindows: [1, 10],
    leastTimeoutMs: 1000,
    probesTail: false,
  },
  {
    name: 'HP-UX',
    orders: ['MWN', 'MNWNNT', 'MNWNNTNNS'],
    ttl: 64,
    windows: [32768],
    scales: [0],
    ids: ['counter'],
    clocksHz: [100],
    initialWindows: [1, 2, 4],
    leastTimeoutMs: 500,
    probesTail: false,
  },
  {
    name: 'Cisco IOS',
    orders: ['M'],
    ttl: 255,
    windows: [4128],
    ids: ['counter', 'random'],
    initialWindows: [1, 2],
    leastTimeoutMs: 300,
    probesTail: false,
  },
]);
