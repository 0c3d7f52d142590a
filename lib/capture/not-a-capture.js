import { SPACE } from '../shared/text/ascii.js';
import { CaptureError } from './capture-error.js';

const CHANGED_PCAPNG = 'a pcapng whose line ends were changed, as by FTP in ASCII mode';
/** What to do with a file that was transferred as if it were text. */
export const TRANSFER_AGAIN = 'Its content is damaged: transfer the original again, in binary mode.';

/**
 * What people hand in instead of a capture: [first bytes in hex, `..` for any byte, what it is, what to do].
 * @type {[string, string, string][]}
 */
const FOREIGN = [
  ['504b0304', 'a ZIP archive', 'Unpack it and open the pcap inside.'],
  ['504b0506', 'an empty ZIP archive', 'Open the capture itself.'],
  ['377abcaf271c', 'a 7z archive', 'Unpack it and open the pcap inside.'],
  ['526172211a07', 'a RAR archive', 'Unpack it and open the pcap inside.'],
  ['fd377a585a00', 'xz-compressed', 'Unpack it with xz -d first.'],
  ['28b52ffd', 'zstd-compressed', 'Unpack it with zstd -d first.'],
  ['04224d18', 'lz4-compressed', 'Unpack it with lz4 -d first.'],
  ['425a68', 'bzip2-compressed', 'Unpack it with bunzip2 first.'],
  ['1f8b', 'gzip-compressed once more inside', 'Unpack it once with gunzip first.'],
  ['1f9d', 'compressed by compress', 'Unpack it with uncompress first.'],
  ['0d0a0d0d0d0a', CHANGED_PCAPNG, TRANSFER_AGAIN],
  ['0a0d0a', CHANGED_PCAPNG, TRANSFER_AGAIN],
  ['474d4255', 'a Network Monitor capture', 'Save it as pcapng in Wireshark first.'],
  ['52545353', 'a Network Monitor 1 capture', 'Save it as pcapng in Wireshark first.'],
  ['58435000', 'a NetXRay capture', 'Save it as pcapng in Wireshark first.'],
  ['5452534e4946462064617461', 'a Sniffer capture', 'Save it as pcapng in Wireshark first.'],
  ['05564e46', 'a Visual Networks capture', 'Save it as pcapng in Wireshark first.'],
  ['aaaaaaaa', 'a 5View capture', 'Save it as pcapng in Wireshark first.'],
  ['01104c00', 'a LANalyzer capture', 'Save it as pcapng in Wireshark first.'],
  ['4f62736572766572506b74', 'an Observer capture', 'Save it as pcapng in Wireshark first.'],
  ['54520064', 'an HP-UX nettl trace', 'Save it as pcapng in Wireshark first.'],
  ['6970747261636520', 'an AIX iptrace', 'Save it as pcapng in Wireshark first.'],
  ['7f766572', 'a Peek capture', 'Save it as pcapng in Wireshark first.'],
  ['42d200341266', 'a RADCOM capture', 'Save it as pcapng in Wireshark first.'],
  ['00000200120500', 'a K12 capture', 'Save it as pcapng in Wireshark first.'],
  ['6274736e6f6f7000', 'a Bluetooth log', 'It holds no TCP: open a pcap or pcapng instead.'],
  ['fffe', 'text in UTF-16', 'Open a pcap, pcapng or snoop capture.'],
  ['feff', 'text in UTF-16', 'Open a pcap, pcapng or snoop capture.'],
  ['efbbbf', 'text in UTF-8', 'Open a pcap, pcapng or snoop capture.'],
  ['4d5a', 'a Windows program or library', 'Open a pcap or pcapng instead.'],
  [
    '0000000000000000',
    'only zeros at the start',
    'It may be a copy that failed, or a bare ERF file: save that as pcapng in Wireshark first.',
  ],
  ['4c6f67204361707475', 'a phone log', 'Open a pcap or pcapng instead.'],
  ['13d0b31c', 'a Windows ETL trace', 'Convert it with etl2pcapng first.'],
  ['7f454c46', 'an ELF program', 'Open a pcap or pcapng instead.'],
  ['89504e47', 'a PNG image', 'Open a pcap or pcapng instead.'],
  ['ffd8ff', 'a JPEG image', 'Open a pcap or pcapng instead.'],
  ['25504446', 'a PDF document', 'Open a pcap or pcapng instead.'],
  ['53514c69746520', 'an SQLite database', 'Open a pcap or pcapng instead.'],
];

/** The code of input that a browser shows: it may be a report. */
export const HTML_PAGE = 'html_page';
/** As above; the last is the error's code where it has one of its own. @type {[RegExp, string, string, string?][]} */
const FOREIGN_TEXTS = [
  [
    /^\s*<(!doctype|html|head|body)/i,
    'an HTML page',
    'If it is a report of Selfclock, open it in a browser. Otherwise it may be an error page saved instead of ' +
      'the download: download the capture again.',
    HTML_PAGE,
  ],
  [/^\s*<\?xml/i, 'an XML document', 'If it is PDML, open the pcap that it was made from.'],
  [/^\s*[{[]/, 'JSON text', 'If tshark wrote it, open the pcap that it was made from.'],
  [/^\+---------\+/, 'a K12 text capture', 'Save it as pcapng in Wireshark first.'],
  [/^\d\d:\d\d:\d\d\.\d/, 'text printed by tcpdump', 'Write a capture file with tcpdump -w.'],
  [/^0{4,8}[ \t]/, 'a hex dump', 'Convert it with text2pcap first.'],
  [
    /^((PMS_)?(CLIENT|SERVER|EARLY|EXPORTER)_[A-Z0-9_]+ |RSA [0-9a-f]|# SSL\/TLS secrets)/,
    'a TLS key log',
    'Use it with the capture that it decrypts: drop it on that capture, or pass it with --keylog on the command line.',
  ],
  [/^version https:\/\/git-lfs/, 'a Git LFS pointer', 'Fetch the file itself with git lfs pull.'],
];

/** A file header of tar, which is all that distinguishes a tar from other files. */
export const TAR_BLOCK_BYTES = 512;
const TAR_NAME_BYTES = 100;
/** Where the sum of a tar header's bytes stands, in octal digits; its own bytes count as spaces. */
const TAR_SUM = Object.freeze({ AT: 148, BYTES: 8 });
/** First bytes by which the other formats are known. */
const MAGIC_BYTES = 16;

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function hexOf(bytes, start, end) {
  return Array.from(bytes.subarray(start, end), (byte) => byte.toString(16).padStart(2, '0'));
}

/** @param {string} text */
function isPlainText(text) {
  return /^[\t\n\r\x20-\x7e]+$/.test(text);
}

/** @param {Uint8Array} head @returns {boolean} whether a tar header's checksum is right */
function isTar(head) {
  if (head.length < TAR_BLOCK_BYTES) return false;
  const stated = /^[ 0]*([0-7]+)[ \0]/.exec(latin1(head, TAR_SUM.AT, TAR_SUM.AT + TAR_SUM.BYTES));
  const isOfSum = (/** @type {number} */ at) => at >= TAR_SUM.AT && at < TAR_SUM.AT + TAR_SUM.BYTES;
  const sum = head.reduce((total, byte, at) => total + (isOfSum(at) ? SPACE : byte), 0);
  return stated !== null && parseInt(stated[1], 8) === sum;
}

/** @param {Uint8Array} head of a tar */
function tarKind(head) {
  const [name] = latin1(head, 0, TAR_NAME_BYTES).split('\0');
  const first = /^[\x20-\x7e]+$/.test(name) ? `, whose first file is "${name}"` : '';
  return { what: `a tar archive${first}`, advice: 'Unpack it with tar -xf and open a capture in it.' };
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
const latin1 = (bytes, start, end) => new TextDecoder('latin1').decode(bytes.slice(start, end));

/**
 * @param {Uint8Array} bytes the first, up to TAR_BLOCK_BYTES
 * @returns {{ what: string, advice: string, code?: string }}
 */
function foreignKind(bytes) {
  if (isTar(bytes)) return tarKind(bytes);
  const head = bytes.subarray(0, MAGIC_BYTES);
  const hex = hexOf(head, 0, head.length).join('');
  const binary = FOREIGN.find(([magic]) => hex.startsWith(magic));
  if (binary) return { what: binary[1], advice: binary[2] };
  const text = latin1(head, 0, head.length);
  const known = FOREIGN_TEXTS.find(([pattern]) => pattern.test(text));
  if (known) return { what: known[1], advice: known[2], code: known[3] };
  if (isPlainText(text)) return { what: 'text', advice: 'Open a pcap, pcapng or snoop capture.' };
  return { what: 'not a known capture format', advice: 'Open a pcap, pcapng or snoop capture, plain or gzip.' };
}

/**
 * The error for input that is no capture, with what it seems to be.
 * @param {Uint8Array} head its first bytes, at least one, TAR_BLOCK_BYTES where there are as many
 */
export function notACapture(head) {
  const { what, advice, code = 'not_a_capture' } = foreignKind(head);
  const shown = hexOf(head, 0, Math.min(4, head.length)).join(' ');
  return new CaptureError(code, `It begins with ${shown}: ${what}. ${advice}`);
}

/** The error for input without a byte. */
export function emptyInput() {
  return new CaptureError(
    'empty',
    'It is empty, 0 bytes: nothing was captured or the transfer failed. Open a pcap or pcapng instead.',
  );
}

/** @param {number} length bytes that are there */
export function cutHeader(length) {
  return new CaptureError(
    'cut_header',
    `It ends at byte ${length}, within the capture's file header: there is no packet in it. Fetch or capture it again.`,
    length,
  );
}
