/** SMTP, LMTP and FTP: detection, in any case and with any greeting, and parser. */
import { greets, otherGreets } from '../../detect/first-bytes.js';
import { verbStatement } from '../../statements/statement.js';
import { ofCommands } from '../of-commands.js';
import { ReplyGrammar } from './grammar.js';

/** @typedef {import('../../protocol.js').First} First */

/** A server's first reply, with or without text. */
const READY = /^220(?:[ -]|\r?\n)/;
/** A mail client's first command (RFC 5321 section 4.1.1.1, RFC 2033), and others that it may begin with. */
const HELLO = /^(?:EHLO|HELO|LHLO) /i;
const MAIL_COMMAND = /^(?:MAIL FROM:|VRFY |STARTTLS\r|XCLIENT |AUTH (?:PLAIN|LOGIN|CRAM-MD5)\b)/i;
/** An FTP client's (RFC 959, 2228, 2389, 7151). */
const FTP_COMMAND = /^(?:USER |AUTH (?:TLS|SSL)|FEAT\r|OPTS |HOST |CLNT |SYST\r)/i;

/** @param {First} first */
const isMail = (first) =>
  greets(first, HELLO) ||
  (greets(first, /^220[ -][^\r\n]*[SL]MTP/i) && !otherGreets(first, FTP_COMMAND)) ||
  (greets(first, MAIL_COMMAND) && otherGreets(first, READY));

/** @param {First} first */
const isFtp = (first) =>
  (greets(first, /^220[ -][^]*(?:FTP|FileZilla)/i) && !otherGreets(first, HELLO)) ||
  (greets(first, FTP_COMMAND) && otherGreets(first, READY));

/** Commands by which a line of either is known. */
const MAIL_VERBS =
  /^(?:EHLO|HELO|LHLO|MAIL|RCPT|DATA|RSET|NOOP|QUIT|VRFY|EXPN|HELP|BDAT|AUTH|STARTTLS|XCLIENT|XFORWARD)(?: |\\r\\n)/i;
const FTP_VERBS =
  /^(?:USER|PASS|ACCT|CWD|XCWD|CDUP|PWD|XPWD|TYPE|MODE|STRU|PASV|EPSV|PORT|EPRT|RETR|STOR|STOU|APPE|REST|RNFR|RNTO|ABOR|DELE|RMD|MKD|XMKD|LIST|NLST|MLSD|MLST|SITE|STAT|SYST|SIZE|MDTM|MFMT|HELP|NOOP|QUIT|FEAT|OPTS|AUTH|PBSZ|PROT|CCC|HOST|CLNT|LANG|ALLO|REIN)(?: |\\r\\n)/i;

/** @param {string} name @param {RegExp} verbs */
const ofReplies = (name, verbs) => ({
  statement: verbStatement,
  ...ofCommands(name, (talk) => new ReplyGrammar(talk, verbs), { hasStartTls: true }),
});

/** @type {import('../../protocol.js').Protocol} */
export const SMTP = { names: ['smtp'], signature: isMail, isTurnBased: true, ...ofReplies('smtp', MAIL_VERBS) };

/** @type {import('../../protocol.js').Protocol} */
export const FTP = {
  names: ['ftp'],
  signature: isFtp,
  isTurnBased: true,
  answersAround: true,
  ...ofReplies('ftp', FTP_VERBS),
};
