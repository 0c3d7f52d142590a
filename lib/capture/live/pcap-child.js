/**
 * Captures by node-pcap (npm `pcap`) into a pcap spool file, in a process of its own, and speaks like tcpdump:
 *   node pcap-child.js -D                                                lists the interfaces
 *   node pcap-child.js -i NAME -d -f FILTER                              checks the filter, prints `(000)`
 *                                                                  when it is good
 *   node pcap-child.js -i NAME -s N -B BYTES -C BYTES -w PATH -f FILTER  captures; SIGINT ends it,
 *                                                                  SIGUSR2 asks for the counts
 * Timestamps are the kernel's, in microseconds. node-pcap is an optional dependency, hence without types.
 */
import { openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { endianness } from 'node:os';
import { parseArgs } from 'node:util';

/** A read returns at the latest after so long. */
const READ_TIMEOUT_MS = 20;
/** Packets are buffered up to so many bytes, or until the event loop turns. */
const WRITE_BYTES = 1024 * 1024;
/** Largest record: libpcap's MAXIMUM_SNAPLEN and its header. */
const RECORD_BYTES = 262_144 + 16;
/** LINKTYPE_ values by the names that node-pcap gives. */
const LINK_TYPES = new Map([
  ['LINKTYPE_NULL', 0],
  ['LINKTYPE_ETHERNET', 1],
  ['LINKTYPE_RAW', 101],
  ['LINKTYPE_IEEE802_11', 105],
  ['LINKTYPE_IEEE802_11_RADIO', 127],
  ['LINKTYPE_LINUX_SLL', 113],
]);

const LONG_NAMES = new Map([
  ['-i', '--interface'],
  ['-s', '--snapLength'],
  ['-B', '--buffer'],
  ['-C', '--fileBytes'],
  ['-w', '--path'],
  ['-f', '--filter'],
]);

const pcap = createRequire(import.meta.url)('pcap');

/** @param {string[]} args */
function optionsOf(args) {
  // A value is joined to its option: it may be empty or have a leading dash.
  const joined = [];
  for (let i = 0; i < args.length; i++) {
    const long = LONG_NAMES.get(args[i]);
    joined.push(long ? `${long}=${args[++i] ?? ''}` : args[i]);
  }
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const options = {
    list: { ...flag, short: 'D' },
    check: { ...flag, short: 'd' },
    interface: text,
    snapLength: text,
    buffer: text,
    fileBytes: text,
    path: text,
    filter: text,
  };
  return parseArgs({ args: joined, options }).values;
}

function listInterfaces() {
  /** @type {{ name: string, description?: string }[]} */
  const found = pcap.findalldevs();
  found.forEach(({ name, description }, i) => console.log(`${i + 1}.${name}${description ? ` (${description})` : ''}`));
}

/** A pcap spool that begins a new file, with a number after its name as tcpdump's, when one is full. */
class SpoolWriter {
  #path;
  #fileBytes;
  #head;
  #fd = -1;
  #files = 0;
  #written = 0;
  #pending = Buffer.alloc(WRITE_BYTES + RECORD_BYTES);
  #filled = 0;

  /**
   * @param {string} path
   * @param {number} fileBytes 0: one file
   * @param {number} snapLength
   * @param {number} linkType
   */
  constructor(path, fileBytes, snapLength, linkType) {
    this.#path = path;
    this.#fileBytes = fileBytes;
    // In this machine's byte order, as the records' headers come from libpcap.
    this.#head = Buffer.from(
      Uint32Array.of(0xa1b2c3d4, endianness() === 'LE' ? 0x0004_0002 : 0x0002_0004, 0, 0, snapLength, linkType).buffer,
    );
    this.#next();
  }

  #next() {
    this.#fd = openSync(this.#files ? `${this.#path}${this.#files}` : this.#path, 'w', 0o600);
    this.#files += 1;
    this.#written = writeSync(this.#fd, this.#head);
  }

  /**
   * @param {Buffer} header sec, usec, caplen, len
   * @param {Buffer} bytes
   */
  add(header, bytes) {
    const length = endianness() === 'LE' ? header.readUInt32LE(8) : header.readUInt32BE(8);
    if (this.#filled === 0) setImmediate(() => this.flush());
    header.copy(this.#pending, this.#filled, 0, 16);
    bytes.copy(this.#pending, this.#filled + 16, 0, length);
    this.#filled += 16 + length;
    if (this.#filled >= WRITE_BYTES) this.flush();
  }

  flush() {
    if (this.#filled === 0) return;
    for (let at = 0; at < this.#filled;) at += writeSync(this.#fd, this.#pending, at, this.#filled - at);
    this.#written += this.#filled;
    this.#filled = 0;
    if (this.#fileBytes && this.#written >= this.#fileBytes) this.#next();
  }
}

/** @param {ReturnType<typeof optionsOf>} options */
function capture({ interface: name, filter, snapLength, buffer, fileBytes, path = '' }) {
  const session = pcap.createSession(name, {
    filter,
    buffer_size: Number(buffer),
    snap_length: Number(snapLength),
    buffer_timeout: READ_TIMEOUT_MS,
  });
  const linkType = LINK_TYPES.get(session.link_type);
  if (linkType === undefined) throw new Error(`node-pcap cannot name the link type of ${name} (${session.link_type})`);
  const spool = new SpoolWriter(path, Number(fileBytes), Number(snapLength), linkType);
  let captured = 0;
  session.on('packet', (/** @type {{ header: Buffer, buf: Buffer }} */ packet) => {
    captured += 1;
    spool.add(packet.header, packet.buf);
  });
  const tell = () => {
    const { ps_drop: dropped, ps_ifdrop: byInterface } = session.stats();
    console.error(
      `${captured} packets captured\n${dropped} packets dropped by kernel\n${byInterface} packets dropped by interface`,
    );
  };
  process.on('SIGUSR2', tell);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      spool.flush();
      tell();
      process.exit(0);
    });
  }
  console.error(`listening on ${name}`);
}

try {
  const options = optionsOf(process.argv.slice(2));
  pcap.warningHandler = () => undefined;
  if (options.list) listInterfaces();
  else if (options.check) {
    pcap.createSession(options.interface, { filter: options.filter });
    console.log('(000)');
    // Closing a session that has not been read from can block.
    process.exit(0);
  } else capture(options);
} catch (error) {
  console.error(`pcap: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
