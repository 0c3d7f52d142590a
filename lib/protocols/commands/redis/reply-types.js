/**
 * The types of Redis' replies by command, in RESP 2 and 3 (redis.io/docs/latest/commands): a reply of another type
 * answers another command. Commands that are not listed may have any.
 */

/** @type {readonly [types: string, commands: string][]} */
const TYPES = [
  [
    ':#',
    'INCR DECR INCRBY DECRBY LLEN SCARD HLEN ZCARD STRLEN DEL UNLINK EXISTS EXPIRE PEXPIRE EXPIREAT PEXPIREAT PERSIST TTL PTTL LPUSH RPUSH LPUSHX RPUSHX LREM LINSERT SADD SREM SISMEMBER SMOVE HSET HSETNX HDEL HEXISTS HINCRBY APPEND PUBLISH SPUBLISH SETNX MSETNX ZREM ZCOUNT XLEN XACK XDEL DBSIZE SETBIT GETBIT BITCOUNT PFADD PFCOUNT TOUCH',
  ],
  ['$_', 'GET HGET LINDEX GETRANGE SUBSTR GETSET GETDEL GETEX DUMP INCRBYFLOAT HINCRBYFLOAT ECHO'],
  ['+', 'MSET HMSET FLUSHDB FLUSHALL SELECT LSET LTRIM SETEX PSETEX RENAME WATCH UNWATCH MULTI DISCARD TYPE'],
  ['+$_', 'SET'],
  ['*~%_', 'MGET HMGET HGETALL HKEYS HVALS SMEMBERS SINTER SUNION SDIFF LRANGE KEYS SCAN HSCAN SSCAN ZSCAN EXEC TIME'],
];

/** @type {ReadonlyMap<string, string>} */
const BY_COMMAND = new Map(
  TYPES.flatMap(([types, commands]) => commands.split(' ').map((name) => /** @type {const} */ ([name, types]))),
);

/** Types of any reply: an error, and attributes before it. */
const ALWAYS = '-!|';

/**
 * @param {string} type first character of a reply
 * @param {string} command in upper case
 */
export const mayAnswer = (type, command) => ALWAYS.includes(type) || (BY_COMMAND.get(command)?.includes(type) ?? true);
