/** NATS as text. */

export const INFO = 'INFO {"server_id":"A","version":"2.11.4","headers":true} \r\n';
export const CONNECT = 'CONNECT {"verbose":false,"pass":"secret"}\r\n';
/** @param {string} subject @param {string} payload @param {string} [reply] */
export const pub = (subject, payload, reply = '') =>
  `PUB ${subject} ${reply && `${reply} `}${payload.length}\r\n${payload}\r\n`;
/** @param {string} subject @param {string} payload @param {string} [sid] @param {string} [reply] */
export const msg = (subject, payload, sid = '1', reply = '') =>
  `MSG ${subject} ${sid} ${reply && `${reply} `}${payload.length}\r\n${payload}\r\n`;
/** @param {string} subject @param {string} headers @param {string} [payload] @param {string} [sid] */
export const hmsg = (subject, headers, payload = '', sid = '1') =>
  `HMSG ${subject} ${sid} ${headers.length} ${headers.length + payload.length}\r\n${headers}${payload}\r\n`;
export const NO_RESPONDERS = 'NATS/1.0 503\r\n\r\n';

/** How a connection begins. */
export const FIRST = [`s ${INFO}`, `c ${CONNECT}PING\r\n`, 's PONG\r\n'];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  exchange: (n) => [pub(`s.n${n}`, '{}', `_INBOX.${n}`), msg(`_INBOX.${n}`, `{"stream":"n${n}","seq":1}`)],
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['nats', FIRST, 'PUB a b 0\r\n\r\n']);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [1, `INFO {"server_id":"${c()}","version":"${c()}","nonce":"${c()}"} \r\n`],
    [0, `CONNECT {"verbose":false,"user":"${c()}","pass":"${c()}","jwt":"${c()}","name":"${c()}"}\r\nPING\r\n`],
    [1, 'PONG\r\n'],
    [0, `SUB ${c()}.${c()} ${c()} 1\r\n${pub(`${c()}.>`, c(), 'r')}${pub('$JS.ACK.a', `+ACK ${c()}`)}UNSUB 1\r\n`],
    [
      1,
      `${msg('r', `{"stream":"${c()}","seq":1}`)}${msg(c(), c(), '1', c())}${hmsg(c(), `NATS/1.0\r\n${c()}: ${c()}\r\n\r\n`, c())}`,
    ],
    [0, `${pub(c(), c(), 's')}${pub(c(), c(), 't')}${pub(c(), c(), 'u')}`],
    [
      1,
      `${msg('s', `{"error":{"code":500,"err_code":1,"description":"${c()}"}}`)}${hmsg('t', `NATS/1.0 409 ${c()}\r\n\r\n`)}`,
    ],
    [1, `-ERR 'Permissions Violation for Publish to "${c()}"'\r\n-ERR '${c()}'\r\n`],
  ],
];
