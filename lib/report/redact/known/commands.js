/**
 * Names of commands and of their outcomes, where a protocol's parser takes them from the capture (`hasOwnWords` of the
 * others). Texts with digits are forms: a reply's code, a count, an SQLSTATE.
 */
import { words } from './words.js';

/** RFC 5321, RFC 3030, RFC 3207, RFC 4954, RFC 1985, RFC 2645, RFC 2033, RFC 4468; Postfix's and Exchange's. */
const SMTP = words(`
  ATRN AUTH BDAT BURL DATA EHLO ETRN EXPN HELO HELP LHLO MAIL NOOP QUIT RCPT RSET SAML SEND SOML STARTTLS TURN VRFY
  XCLIENT XEXCH50 XFORWARD`).add('mail data');
/** IANA's "FTP Commands and Extensions", and common ones of no registry. */
const FTP = words(`
  ABOR ACCT ADAT ALGS ALLO APPE AUTH AVBL CCC CDUP CLNT CONF CWD DELE ENC EPRT EPSV FEAT HELP HOST LANG LIST LPRT LPSV
  MDTM MFCT MFF MFMT MIC MKD MLSD MLST MODE NLST NOOP OPTS PASS PASV PBSZ PORT PROT PWD QUIT REIN REST RETR RMD RNFR
  RNTO SITE SIZE SMNT SPSV STAT STOR STOU STRU SYST TYPE USER XCRC XCUP XCWD XMD5 XMKD XPWD XRCP XRMD XRSQ XSEM XSEN
  XSHA XSHA1 XSHA256 XSHA512`).add('mail data');

/** `COMMAND` of Redis 8, then the subcommands of those that are shown with one, then first words of replies. */
const REDIS = words(`
  ACL APPEND ASKING AUTH BGREWRITEAOF BGSAVE BITCOUNT BITFIELD BITFIELD_RO BITOP BITPOS BLMOVE BLMPOP BLPOP BRPOP
  BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CLIENT CLUSTER COMMAND CONFIG COPY DBSIZE DEBUG DECR DECRBY DEL DISCARD DUMP ECHO
  EVAL EVALSHA EVALSHA_RO EVAL_RO EXEC EXISTS EXPIRE EXPIREAT EXPIRETIME FAILOVER FCALL FCALL_RO FLUSHALL FLUSHDB
  FUNCTION GEOADD GEODIST GEOHASH GEOPOS GEORADIUS GEORADIUSBYMEMBER GEORADIUSBYMEMBER_RO GEORADIUS_RO GEOSEARCH
  GEOSEARCHSTORE GET GETBIT GETDEL GETEX GETRANGE GETSET HDEL HELLO HEXISTS HEXPIRE HEXPIREAT HEXPIRETIME HGET HGETALL
  HGETDEL HGETEX HINCRBY HINCRBYFLOAT HKEYS HLEN HMGET HMSET HPERSIST HPEXPIRE HPEXPIREAT HPEXPIRETIME HPTTL
  HRANDFIELD HSCAN HSET HSETEX HSETNX HSTRLEN HTTL HVALS INCR INCRBY INCRBYFLOAT INFO KEYS LASTSAVE LATENCY LCS LINDEX
  LINSERT LLEN LMOVE LMPOP LOLWUT LPOP LPOS LPUSH LPUSHX LRANGE LREM LSET LTRIM MEMORY MGET MIGRATE MODULE MONITOR MOVE
  MSET MSETNX MULTI OBJECT PERSIST PEXPIRE PEXPIREAT PEXPIRETIME PFADD PFCOUNT PFDEBUG PFMERGE PFSELFTEST PING PSETEX
  PSUBSCRIBE PSYNC PTTL PUBLISH PUBSUB PUNSUBSCRIBE QUIT RANDOMKEY READONLY READWRITE RENAME RENAMENX REPLCONF
  REPLICAOF RESET RESTORE RESTORE-ASKING ROLE RPOP RPOPLPUSH RPUSH RPUSHX SADD SAVE SCAN SCARD SCRIPT SDIFF SDIFFSTORE
  SELECT SET SETBIT SETEX SETNX SETRANGE SHUTDOWN SINTER SINTERCARD SINTERSTORE SISMEMBER SLAVEOF SLOWLOG SMEMBERS
  SMISMEMBER SMOVE SORT SORT_RO SPOP SPUBLISH SRANDMEMBER SREM SSCAN SSUBSCRIBE STRLEN SUBSCRIBE SUBSTR SUNION
  SUNIONSTORE SUNSUBSCRIBE SWAPDB SYNC TIME TOUCH TTL TYPE UNLINK UNSUBSCRIBE UNWATCH WAIT WAITAOF WATCH XACK XACKDEL
  XADD XAUTOCLAIM XCLAIM XDEL XDELEX XGROUP XINFO XLEN XPENDING XRANGE XREAD XREADGROUP XREVRANGE XSETID XTRIM ZADD
  ZCARD ZCOUNT ZDIFF ZDIFFSTORE ZINCRBY ZINTER ZINTERCARD ZINTERSTORE ZLEXCOUNT ZMPOP ZMSCORE ZPOPMAX ZPOPMIN
  ZRANDMEMBER ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANGESTORE ZRANK ZREM ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE
  ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE ZUNION ZUNIONSTORE
  ADDSLOTS ADDSLOTSRANGE AND BUMPEPOCH CACHING CAT CHANNELS COUNT COUNT-FAILURE-REPORTS COUNTKEYSINSLOT CREATE
  CREATECONSUMER DELCONSUMER DELETE DELSLOTS DELSLOTSRANGE DELUSER DESTROY DOCS DOCTOR DRYRUN ENCODING FLUSH FLUSHSLOTS
  FORGET FREQ GENPASS GETKEYS GETKEYSANDFLAGS GETKEYSINSLOT GETNAME GETREDIR GETUSER GRAPH HELP HISTOGRAM HISTORY ID
  IDLETIME JMAP KEYSLOT KILL LATEST LEN LINKS LIST LOAD LOADEX LOG MALLOC-STATS MEET MYID MYSHARDID NO-EVICT NO-TOUCH
  NODES NOT NUMPAT NUMSUB OR PAUSE PURGE REFCOUNT REPLICAS REPLICATE REPLY RESETSTAT REWRITE SAVECONFIG
  SET-CONFIG-EPOCH SETINFO SETNAME SETSLOT SETUSER SHARDCHANNELS SHARDNUMSUB SHARDS SLAVES SLOTS STATS STREAM TRACKING
  TRACKINGINFO UNBLOCK UNLOAD UNPAUSE USAGE USERS WHOAMI XOR
  OK PONG QUEUED nil error message pmessage smessage subscribe psubscribe ssubscribe unsubscribe punsubscribe
  sunsubscribe invalidate
  ASK BUSY BUSYGROUP BUSYKEY CLUSTERDOWN CROSSSLOT DENIED ERR EXECABORT IOERR LOADING MASTERDOWN MISCONF MOVED NOAUTH
  NOGOODSLAVE NOMASTERLINK NOPERM NOPROTO NOQUORUM NOREPLICAS NOSCRIPT NOTBUSY OOM READONLY STALE TRYAGAIN UNBLOCKED
  UNKILLABLE WRONGPASS WRONGTYPE`);

/** Commands of MongoDB 8, opcodes, `codeName`s of common errors (mongo/base/error_codes.yml). */
const MONGODB = words(`
  OP_COMPRESSED OP_DELETE OP_GET_MORE OP_INSERT OP_KILL_CURSORS OP_MSG OP_QUERY OP_REPLY OP_UPDATE
  abortTransaction aggregate authenticate buildInfo buildinfo bulkWrite collMod collStats collstats commitTransaction
  compact connPoolStats connectionStatus convertToCapped count create createIndexes createRole createUser currentOp
  dbHash dbStats dbstats delete distinct drop dropDatabase dropIndexes dropRole dropUser endSessions explain filemd5
  find findAndModify findandmodify fsync fsyncUnlock geoSearch getCmdLineOpts getDefaultRWConcern getLastError
  getlasterror getLog getMore getParameter getnonce grantRolesToUser hello hostInfo insert isMaster isdbgrid ismaster
  killAllSessions killCursors killOp killSessions listCollections listCommands listDatabases listIndexes listSearchIndexes
  logRotate logout lockInfo mapReduce mapreduce ping planCacheClear profile reIndex refreshSessions renameCollection
  replSetGetConfig replSetGetStatus replSetHeartbeat replSetUpdatePosition rolesInfo saslContinue saslStart
  serverStatus setParameter shardingState shutdown startSession top update updateUser usersInfo validate whatsmyuri
  OK error writeErrors
  AlreadyInitialized AuthenticationFailed AuthenticationRestrictionUnmet BadValue BSONObjectTooLarge CannotCreateIndex
  CannotIndexParallelArrays CappedPositionLost ClientDisconnect CommandFailed CommandNotFound CommandNotSupported
  ConflictingOperationInProgress CursorInUse CursorKilled CursorNotFound DocumentValidationFailure DuplicateKey
  ExceededTimeLimit FailedToParse HostNotFound HostUnreachable IllegalOperation ImmutableField IncompatibleShardingMetadata
  IndexAlreadyExists IndexKeySpecsConflict IndexNotFound IndexOptionsConflict InternalError Interrupted
  InterruptedAtShutdown InterruptedDueToReplStateChange InvalidLength InvalidNamespace InvalidOptions InvalidUUID
  LockTimeout MaxTimeMSExpired MigrationConflict NamespaceExists NamespaceNotFound NetworkTimeout NoSuchSession
  NoSuchTransaction NotAReplicaSet NotImplemented NotPrimaryNoSecondaryOk NotPrimaryOrSecondary NotWritablePrimary
  NotYetInitialized OperationFailed OperationNotSupportedInTransaction Overflow PrimarySteppedDown
  ProtocolError QueryPlanKilled ReadConcernMajorityNotAvailableYet ShutdownInProgress SnapshotTooOld SnapshotUnavailable
  SocketException StaleConfig StaleEpoch TooManyLogicalSessions TransactionCommitted TransactionCoordinatorSteppingDown
  TransactionTooOld TypeMismatch Unauthorized UnknownError UnsatisfiableWriteConcern UserNotFound WriteConcernFailed
  WriteConflict WriteConcernTimeout`);

/** doc/protocol.txt of memcached. */
const MEMCACHED = words(`
  add append cache_memlimit cas config decr delete flush_all gat gats get gets incr lru lru_crawler ma md me mg mn ms
  prepend quit refresh_certs replace set shutdown slabs stats touch verbosity version watch
  BADCLASS BUSY CLIENT_ERROR DELETED EN END ERROR EX EXISTS HD ITEM ME MN NF NOT_FOUND NOT_STORED NOSPARE NOTFULL NS OK
  RESET SAME SERVER_ERROR STAT STORED TOUCHED UNSAFE VA VALUE VERSION`);

/** Those of postgresql/grammar.js. */
const POSTGRESQL = words(`
  Bind CancelRequest Close CopyData Describe Execute FunctionCall GSSENCRequest Parse Password Query SSLRequest Startup
  Sync Terminate GSSAPI Kerberos MD5 Notification OK SASL SSPI accepted authentication error password refused`);

/** @type {ReadonlyMap<string, ReadonlySet<string>>} */
const WORDS = new Map(
  Object.entries({
    smtp: SMTP,
    ftp: FTP,
    redis: REDIS,
    mongodb: MONGODB,
    memcached: MEMCACHED,
    postgresql: POSTGRESQL,
  }),
);
/** @type {ReadonlySet<string>} */
const NONE = new Set();

/** Class, and subclass, of SQL's standard and PostgreSQL (Appendix A of its manual). */
const SQLSTATE =
  /^(?:0[0-3]|0[89ABFLPZ]|2[0-8]|2[BDF]|3[489]|3[BDF]|4[024]|5[3-578]|72|F0|HV|P0|XX)(?:\d{3}|0\d[A-Z]|00[A-Z]|P\d\d)$/;
/** @type {ReadonlyMap<string, RegExp>} */
const FORMS = new Map(
  Object.entries({ smtp: /^\d{3}$/, ftp: /^\d{3}$/, redis: /^\d{1,10} (?:byte|element)s?$/, postgresql: SQLSTATE }),
);

/**
 * @param {string} protocol its name in the registry
 * @param {string} name of a command or outcome, as displayed: a command may have a subcommand
 */
export function isCommandName(protocol, name) {
  const known = WORDS.get(protocol) ?? NONE;
  return known.has(name) || FORMS.get(protocol)?.test(name) || isWithSubcommand(known, name);
}

/** @param {ReadonlySet<string>} known @param {string} name */
function isWithSubcommand(known, name) {
  const space = name.indexOf(' ');
  return space > 0 && known.has(name.slice(0, space)) && known.has(name.slice(space + 1));
}
