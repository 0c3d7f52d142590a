/** Each protocol's commands and outcomes, from scripted bytes; cut anywhere they are the same. */
import { big, little, said, saidInPieces } from './support.js';
import { bin, bson, dns, framed, kafka, mongo, mqtt, my, packedMongo, pg, snappy, startup, text } from './wire.js';

const STARTUP = 'user\0joe\0database\0shop\0\0';
const READY = pg('Z', 'I');
const MY_OK = '\0\0\0\x02\0\0\0';
const EOF = '\xfe\0\0\x02\0';
const MY_GREETING = my(0, `\n8.0.1\0${'\0'.repeat(60)}`);
const MY_LOGIN = my(1, `\x85\xa6\0\0${'\0'.repeat(28)}joe\0\0`);
const FIND = bson([2, 'find', text('people')], [2, '$db', text('shop')]);
const OK_1 = '\0\0\0\0\0\0\xf0?';

/** @type {Record<string, [steps: string[], lines: string[]]>} */
const SCRIPTS = {
  'Redis, RESP 2': [
    [
      'c *3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nhello\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n',
      's +OK\r\n$5\r\nhello\r\n',
      'c *2\r\n$4\r\nINCR\r\n$1\r\nk\r\n',
      's -ERR value is not an integer\r\n',
      'c *3\r\n$6\r\nCONFIG\r\n$3\r\nGET\r\n$1\r\n*\r\n',
      's *2\r\n$1\r\na\r\n*1\r\n:1\r\n',
      'c *3\r\n$4\r\nAUTH\r\n$3\r\njoe\r\n$6\r\nsecret\r\nPING\r\n',
      's -MOVED 1 10.0.0.1:1\r\n+PONG\r\n',
    ],
    [
      'SET k: OK',
      'GET k: 5 bytes',
      'INCR k: ERR value is not an integer (failed)',
      'CONFIG GET *: 2 elements',
      'AUTH : MOVED 1 10.0.0.1:1',
      'PING : PONG',
    ],
  ],
  'Redis, replies turned off': [
    [
      'c CLIENT REPLY OFF\r\nSET a 1\r\nCLIENT REPLY ON\r\nGET a\r\n',
      's +OK\r\n$1\r\n1\r\n',
      'c client reply skip\r\nINCR a\r\nLLEN a\r\n',
      's -WRONGTYPE bad\r\n',
    ],
    [
      'CLIENT REPLY OFF: -',
      'SET a: -',
      'CLIENT REPLY ON: OK',
      'GET a: 1 byte',
      'CLIENT REPLY skip: -',
      'INCR a: -',
      'LLEN a: WRONGTYPE bad (failed)',
    ],
  ],
  'Redis, a transaction of which a part fails, and what an old server does not know': [
    [
      'c HELLO 3\r\nCLIENT SETINFO LIB-NAME a\r\nNOSUCH a\r\n',
      "s -ERR unknown command 'HELLO'\r\n-ERR Unknown subcommand\r\n-ERR unknown command 'NOSUCH'\r\n",
      'c MULTI\r\nINCR a\r\nLPUSH a 1\r\nEXEC\r\n',
      's +OK\r\n+QUEUED\r\n+QUEUED\r\n*2\r\n:1\r\n-WRONGTYPE bad\r\n',
    ],
    [
      "HELLO 3: ERR unknown command 'HELLO'",
      'CLIENT SETINFO LIB-NAME: ERR Unknown subcommand',
      "NOSUCH a: ERR unknown command 'NOSUCH' (failed)",
      'MULTI : OK',
      'INCR a: QUEUED',
      'LPUSH a: QUEUED',
      'EXEC : WRONGTYPE bad (failed)',
    ],
  ],
  'Redis, a reply that the command cannot have': [
    ['c *1\r\n$4\r\nPING\r\n', 's +PONG\r\n', 'c GET a\r\nLLEN b\r\n', 's :3\r\n'],
    ['PING : PONG', 'GET a: ?', 'LLEN b: 3'],
  ],
  'Redis, RESP 3 and subscriptions': [
    [
      'c *2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n',
      's |1\r\n+key\r\n+value\r\n%2\r\n+a\r\n#t\r\n+b\r\n~2\r\n,1.5\r\n_\r\n',
      'c *2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nn\r\n',
      's >3\r\n$9\r\nsubscribe\r\n$1\r\nn\r\n:1\r\n>3\r\n$7\r\nmessage\r\n$1\r\nn\r\n$2\r\nhi\r\n',
      'c *1\r\n$4\r\nPING\r\n',
      's +PONG\r\n',
    ],
    ['HELLO 3: 1 element', 'SUBSCRIBE n: 3 elements', '< message', 'PING : PONG'],
  ],
  'PostgreSQL, simple queries': [
    [
      `c ${startup(`\0\x03\0\0${STARTUP}`)}`,
      `s ${pg('R', '\0\0\0\0')}${pg('S', 'a\0b\0')}${READY}`,
      `c ${pg('Q', 'SELECT\n  1\0')}`,
      `s ${pg('T', 'x')}${pg('D', 'x'.repeat(3000))}${pg('C', 'SELECT 1\0')}${READY}`,
      `c ${pg('Q', 'DROP\0')}`,
      `s ${pg('E', 'SERROR\0VERROR\0C42601\0Msyntax error\0\0')}${READY}`,
      `s ${pg('A', '\0\0\0\x01a\0b\0')}`,
      `c ${pg('X', '')}`,
    ],
    [
      'Startup joe@shop: OK',
      'Query SELECT 1: OK SELECT 1',
      'Query DROP: 42601 syntax error (failed)',
      '< Notification',
      'Terminate : -',
    ],
  ],
  'PostgreSQL, extended queries': [
    [
      `c ${startup(`\0\x03\0\0${STARTUP}`)}`,
      `s ${pg('R', '\0\0\0\x05abcd')}`,
      `c ${pg('p', 'secret\0')}`,
      `s ${pg('R', '\0\0\0\0')}${READY}`,
      `c ${pg('P', 's1\0SELECT $1\0\0\0')}${pg('D', 'Ss1\0')}${pg('H', '')}`,
      `s ${pg('1', '')}${pg('t', '\0\0')}${pg('T', '\0\0')}`,
      `c ${pg('B', '\0s1\0')}${pg('E', '\0')}${pg('S', '')}${pg('B', '\0s1\0')}${pg('E', '\0')}${pg('S', '')}`,
      `s ${pg('2', '')}${pg('C', 'SELECT 1\0')}${READY}${pg('2', '')}${pg('E', 'SERROR\0C22012\0Mdivision by zero\0\0')}${READY}`,
    ],
    [
      'Startup joe@shop: MD5',
      'Password : OK',
      'Parse SELECT $1: OK',
      'Execute SELECT $1: OK SELECT 1',
      'Execute SELECT $1: 22012 division by zero (failed)',
    ],
  ],
  'PostgreSQL without encryption, and without a user': [
    [
      `c ${startup('\x04\xd2\x16\x2f')}`,
      's N',
      `c ${startup(`\0\x03\0\0${STARTUP}`)}`,
      `s ${pg('E', 'SFATAL\0VFATAL\0C28000\0Mno such role\0\0')}`,
    ],
    ['SSLRequest : refused', 'Startup joe@shop: 28000 no such role (failed)'],
  ],
  MySQL: [
    [
      `s ${MY_GREETING}`,
      `c ${MY_LOGIN}`,
      `s ${my(2, MY_OK)}`,
      `c ${my(0, '\x03SELECT a FROM b')}`,
      `s ${my(1, '\x02')}${my(2, '\x03def a')}${my(3, '\x03def b')}${my(4, EOF)}${my(5, '\x01x\x01y')}${my(6, EOF)}`,
      `c ${my(0, '\x03SELECT nothing')}`,
      `s ${my(1, '\x01')}${my(2, '\x03def a')}${my(3, '\xfe\0\0\x02\0\0\0')}`,
      `c ${my(0, '\x03nonsense')}`,
      `s ${my(1, '\xff\x28\x04#42000You have an error')}`,
      `c ${my(0, '\x16SELECT ?')}`,
      `s ${my(1, '\0\x01\0\0\0\x01\0\x01\0\0\0\0')}${my(2, '\x03def')}${my(3, EOF)}${my(4, '\x03def')}${my(5, EOF)}`,
      `c ${my(0, `\x17\x01\0\0\0${'\0'.repeat(5)}`)}`,
      `s ${my(1, MY_OK)}`,
      `c ${my(0, `\x17\xff\xff\xff\xff${'\0'.repeat(5)}`)}`,
      `s ${my(1, MY_OK)}`,
      `c ${my(0, '\x19\x01\0\0\0')}${my(0, `\x17\x01\0\0\0${'\0'.repeat(5)}`)}`,
      `s ${my(1, '\xff\xdb\x04#HY000unknown')}`,
      `c ${my(0, '\x0e')}`,
      `s ${my(1, MY_OK)}`,
      `c ${my(0, '\x03UPDATE a; UPDATE b')}`,
      `s ${my(1, '\0\x01\0\x08\0\0\0')}${my(2, '\0\x02\0\x02\0\0\0')}`,
    ],
    [
      '< greeting 8.0.1',
      'Login joe: OK',
      'COM_QUERY SELECT a FROM b: OK 1 row',
      'COM_QUERY SELECT nothing: OK',
      'COM_QUERY nonsense: 1064 You have an error (failed)',
      'COM_STMT_PREPARE SELECT ?: OK',
      'COM_STMT_EXECUTE SELECT ?: OK',
      'COM_STMT_EXECUTE SELECT ?: OK',
      'COM_STMT_CLOSE SELECT ?: -',
      'COM_STMT_EXECUTE statement 1: 1243 unknown (failed)',
      'COM_PING : OK',
      'COM_QUERY UPDATE a; UPDATE b: OK 2 rows affected',
    ],
  ],
  'MySQL as within TLS': [
    [
      `c ${my(2, `\x85\xae\0\0${'\0'.repeat(28)}joe\0\0`)}`,
      `s ${my(3, MY_OK)}`,
      `c ${my(0, '\x03SELECT 1')}`,
      `s ${my(1, '\xff\x28\x04#42000no')}`,
    ],
    ['Login joe: OK', 'COM_QUERY SELECT 1: 1064 no (failed)'],
  ],
  MongoDB: [
    [
      `c ${mongo(1, 0, FIND)}${mongo(2, 0, bson([2, 'insert', text('people')], [2, '$db', text('shop')]), 2)}`,
      `s ${mongo(9, 1, bson([1, 'ok', '\0'.repeat(8)], [2, 'errmsg', text('no')], [16, 'code', little(13, 4)], [2, 'codeName', text('Unauthorized')]))}`,
      `c ${mongo(3, 0, FIND)}${mongo(4, 0, FIND)}`,
      `s ${mongo(10, 4, bson([3, 'cursor', bson()], [1, 'ok', OK_1]))}${mongo(11, 3, bson([16, 'n', little(2, 4)], [1, 'ok', OK_1]))}`,
    ],
    [
      'find shop.people: Unauthorized no (failed)',
      'insert shop.people: -',
      'find shop.people: OK n 2',
      'find shop.people: OK',
    ],
  ],
  'MongoDB, a batch of which a part fails, and a greeting that an old server does not know': [
    [
      `c ${mongo(1, 0, bson([16, 'hello', little(1, 4)], [2, '$db', text('admin')]))}${mongo(2, 0, FIND)}${mongo(3, 0, FIND)}`,
      `s ${mongo(9, 1, bson([1, 'ok', '\0'.repeat(8)], [16, 'code', little(59, 4)], [2, 'codeName', text('CommandNotFound')]))}`,
      `s ${mongo(9, 2, bson([16, 'nErrors', little(2, 4)], [1, 'ok', OK_1]))}`,
      `s ${mongo(9, 3, bson([3, 'writeConcernError', bson()], [1, 'ok', OK_1]))}`,
    ],
    [
      'hello admin: CommandNotFound',
      'find shop.people: writeErrors (failed)',
      'find shop.people: writeErrors (failed)',
    ],
  ],
  'MongoDB, compressed': [
    [
      `c ${packedMongo(1, 0, 2013, 1, snappy(`\0\0\0\0\0${FIND}`))}${packedMongo(2, 0, 2013, 0, `\0\0\0\0\0${FIND}`)}`,
      `s ${packedMongo(9, 1, 2013, 1, snappy(`\0\0\0\0\0${bson([1, 'ok', OK_1])}`))}${packedMongo(9, 2, 2013, 2, 'not undone')}`,
      `c ${packedMongo(3, 0, 2012, 0, 'nested')}`,
    ],
    ['find shop.people: OK', 'find shop.people: ', 'OP_COMPRESSED : ?'],
  ],
  Kafka: [
    [
      `c ${kafka(18, 0, 1, '')}`,
      `s ${framed(`${big(1, 4)}\0\0`)}`,
      `c ${kafka(0, 2, 2, `\0\x01${big(1000, 4)}${big(1, 4)}\0\x06events`)}${kafka(0, 2, 3, `\0\0${big(1000, 4)}${big(1, 4)}\0\x06events`)}`,
      `c ${kafka(12, 1, 4, '\0\x05group')}`,
      `s ${framed(`${big(4, 4)}${big(0, 4)}\0\x1b`)}${framed(`${big(2, 4)}${big(0, 4)}`)}`,
    ],
    ['ApiVersions : OK', 'Produce events: OK', 'Produce events: -', 'Heartbeat group: REBALANCE_IN_PROGRESS (failed)'],
  ],
  'Kafka, errors of topics and partitions': [
    [
      `c ${kafka(3, 1, 1, `${big(1, 4)}\0\x04none`)}`,
      `s ${framed(`${big(1, 4)}${big(1, 4)}${big(7, 4)}\0\x01b${big(9092, 4)}\xff\xff${big(7, 4)}${big(1, 4)}\0\x03\0\x04none\0${big(0, 4)}`)}`,
      `c ${kafka(0, 2, 2, `\0\x01${big(1000, 4)}${big(1, 4)}\0\x06events`)}`,
      `s ${framed(`${big(2, 4)}${big(1, 4)}\0\x06events${big(2, 4)}${big(0, 4)}\0\0${big(0, 16)}${big(1, 4)}\0\x13${big(0, 16)}${big(0, 4)}`)}`,
      `c ${kafka(1, 4, 3, '')}`,
      `s ${framed(`${big(3, 4)}${big(0, 4)}${big(1, 4)}\0\x06events${big(1, 4)}${big(0, 4)}\0\x01`)}`,
      `c ${kafka(8, 8, 4, '\0\x06group')}`,
      `s ${framed(`${big(4, 4)}\0${big(0, 4)}\x02\x07events\x02${big(0, 4)}\0\x16\0\0\0`)}`,
    ],
    [
      'Metadata none: UNKNOWN_TOPIC_OR_PARTITION (failed)',
      'Produce events: NOT_ENOUGH_REPLICAS events (failed)',
      'Fetch : OFFSET_OUT_OF_RANGE events (failed)',
      'OffsetCommit group: ILLEGAL_GENERATION events (failed)',
    ],
  ],
  'memcached, text and meta': [
    [
      'c set k 0 0 5\r\nhello\r\nget k\r\nget a b\r\n',
      's STORED\r\nVALUE k 0 5\r\nhello\r\nEND\r\nEND\r\n',
      'c set k 0 0 1 noreply\r\nx\r\nincr k 1\r\nversion\r\nnonsense\r\n',
      's 12\r\nVERSION 1.6\r\nERROR\r\n',
      'c ms k 2\r\nhi\r\nmg k v\r\nmg x q\r\nmn\r\n',
      's HD\r\nVA 2\r\nhi\r\nHD\r\nMN\r\n',
    ],
    [
      'set k: STORED',
      'get k: END 1 value',
      'get a: END 0 values',
      'set k: -',
      'incr k: 12',
      'version : VERSION 1.6',
      'nonsense : ERROR (failed)',
      'ms k: HD',
      'mg k: VA',
      'mg x: -',
      'mn : MN',
      '< HD',
    ],
  ],
  'memcached, binary': [
    [
      `c ${bin(0, 0, 'k')}`,
      `s ${bin(0, 0, '', 'value', '\x81')}`,
      `c ${bin(9, 0, 'q')}${bin(4, 0, 'k')}`,
      `s ${bin(4, 0x84, '', '', '\x81')}`,
    ],
    ['get k: OK', 'getq q: -', 'delete k: INTERNAL_ERROR (failed)'],
  ],
  DNS: [
    [`c ${dns(1, 0x100)}${dns(2, 0x100)}`, `s ${dns(2, 0x8182)}${dns(1, 0x8180, 2)}`],
    ['A a.test: NOERROR 2 answers', 'A a.test: SERVFAIL (failed)'],
  ],
  SMTP: [
    [
      's 220 mail.test ESMTP\r\n',
      'c EHLO me\r\n',
      's 250-mail.test\r\n250-SIZE 1000\r\n250 8BITMIME\r\n',
      'c AUTH PLAIN c2VjcmV0\r\n',
      's 535 5.7.8 no\r\n',
      'c MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\n',
      's 250 ok\r\n250 ok\r\n354 go\r\n',
      'c Subject: x\r\n\r\nQUIT\r\n..\r\n.\r\n',
      's 250 queued\r\n',
      'c BDAT 5 LAST\r\nx\r\n.\rQUIT\r\n',
      's 250 queued\r\n221 bye\r\n',
    ],
    [
      '< 220 mail.test ESMTP',
      'EHLO me: 250 mail.test',
      'AUTH PLAIN: 535 5.7.8 no (failed)',
      'MAIL FROM:<a@b>: 250 ok',
      'RCPT TO:<c@d>: 250 ok',
      'DATA : 354 go',
      'mail data : 250 queued',
      'BDAT 5 LAST: 250 queued',
      'QUIT : 221 bye',
    ],
  ],
  FTP: [
    [
      's 220 FTP ready\r\n',
      'c USER joe\r\n',
      's 331 password\r\n',
      'c PASS secret\r\n',
      's 230 in\r\n',
      'c RETR a\r\n',
      's 150 opening\r\n226 done\r\n',
      'c SIZE b\r\n',
      's 550 no\r\n',
    ],
    ['< 220 FTP ready', 'USER joe: 331 password', 'PASS : 230 in', 'RETR a: 226 done', 'SIZE b: 550 no (failed)'],
  ],
  'MQTT 3.1.1': [
    [
      `c ${mqtt(0x10, '\0\x04MQTT\x04\x02\0\x3c\0\x02me')}`,
      `s ${mqtt(0x20, '\0\0')}`,
      `c ${mqtt(0x82, '\0\x01\0\x01a\x01')}${mqtt(0x30, '\0\x01anow')}${mqtt(0x32, '\0\x01a\0\x02later')}`,
      `s ${mqtt(0x90, '\0\x01\x80')}${mqtt(0x40, '\0\x02')}${mqtt(0x30, '\0\x01anow')}`,
      `c ${mqtt(0xc0, '')}`,
      `s ${mqtt(0xd0, '')}`,
      `c ${mqtt(0xe0, '')}`,
    ],
    [
      'CONNECT me: accepted',
      'SUBSCRIBE a: unspecified error (failed)',
      'PUBLISH a: -',
      'PUBLISH a: success',
      '< PUBLISH a',
      'PINGREQ : success',
      'DISCONNECT : -',
    ],
  ],
  'MQTT 5, topics by their numbers': [
    [
      `c ${mqtt(0x10, '\0\x04MQTT\x05\x02\0\x3c\0\0\x02me')}`,
      `s ${mqtt(0x20, '\0\0\0')}`,
      `c ${mqtt(0x32, '\0\x04long\0\x01\x0b\x26\0\x01k\0\x02vv\x23\0\x07now')}`,
      `c ${mqtt(0x30, '\0\0\x05\x01\x01\x23\0\x07now')}${mqtt(0x30, '\0\0\x03\x23\0\x08now')}`,
      `s ${mqtt(0x40, '\0\x01')}${mqtt(0x30, '\0\x05other\x05\x0b\x01\x23\0\x07now')}`,
      `s ${mqtt(0x30, '\0\0\x03\x23\0\x07now')}`,
    ],
    [
      'CONNECT me: success',
      'PUBLISH long: success',
      'PUBLISH long: -',
      'PUBLISH : -',
      '< PUBLISH other',
      '< PUBLISH other',
    ],
  ],
};

const NAMES = Object.keys(SCRIPTS);

test.each(NAMES)('%s', (name) => {
  const [steps, lines] = SCRIPTS[name];
  expect(said(steps).sort()).toEqual([...lines].sort());
});

test.each(NAMES)('%s, cut anywhere', (name) => {
  const [steps, lines] = SCRIPTS[name];
  for (const size of [1, 2, 7]) expect(saidInPieces(steps, size).sort()).toEqual([...lines].sort());
});

test('text that is no text is escaped, and long text is cut', () => {
  const key = '\x00\x1b[31m\xff';
  expect(
    said([
      `c *2\r\n$3\r\nGET\r\n$${key.length}\r\n${key}\r\n`,
      's $-1\r\n',
      `c *2\r\n$3\r\nGET\r\n$5000\r\n${'k'.repeat(5000)}\r\n`,
    ]),
  ).toEqual(['GET \\x00\\x1b[31m\\xff: nil', `GET ${'k'.repeat(200)}…: ?`]);
});
