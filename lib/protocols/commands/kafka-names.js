/** Names of Apache Kafka's requests and error codes, by number (kafka.apache.org/protocol). */

export const API_NAMES = [
  'Produce', 'Fetch', 'ListOffsets', 'Metadata', 'LeaderAndIsr', 'StopReplica', 'UpdateMetadata', 'ControlledShutdown',
  'OffsetCommit', 'OffsetFetch', 'FindCoordinator', 'JoinGroup', 'Heartbeat', 'LeaveGroup', 'SyncGroup',
  'DescribeGroups', 'ListGroups', 'SaslHandshake', 'ApiVersions', 'CreateTopics', 'DeleteTopics', 'DeleteRecords',
  'InitProducerId', 'OffsetForLeaderEpoch', 'AddPartitionsToTxn', 'AddOffsetsToTxn', 'EndTxn', 'WriteTxnMarkers',
  'TxnOffsetCommit', 'DescribeAcls', 'CreateAcls', 'DeleteAcls', 'DescribeConfigs', 'AlterConfigs',
  'AlterReplicaLogDirs', 'DescribeLogDirs', 'SaslAuthenticate', 'CreatePartitions', 'CreateDelegationToken',
  'RenewDelegationToken', 'ExpireDelegationToken', 'DescribeDelegationToken', 'DeleteGroups', 'ElectLeaders',
  'IncrementalAlterConfigs', 'AlterPartitionReassignments', 'ListPartitionReassignments', 'OffsetDelete',
  'DescribeClientQuotas', 'AlterClientQuotas', 'DescribeUserScramCredentials', 'AlterUserScramCredentials', 'Vote',
  'BeginQuorumEpoch', 'EndQuorumEpoch', 'DescribeQuorum', 'AlterPartition', 'UpdateFeatures', 'Envelope',
  'FetchSnapshot', 'DescribeCluster', 'DescribeProducers', 'BrokerRegistration', 'BrokerHeartbeat',
  'UnregisterBroker', 'DescribeTransactions', 'ListTransactions', 'AllocateProducerIds', 'ConsumerGroupHeartbeat',
  'ConsumerGroupDescribe', 'ControllerRegistration', 'GetTelemetrySubscriptions', 'PushTelemetry',
  'AssignReplicasToDirs', 'ListClientMetricsResources', 'DescribeTopicPartitions', 'ShareGroupHeartbeat',
  'ShareGroupDescribe', 'ShareFetch', 'ShareAcknowledge',
]; // prettier-ignore

/** Numbers of those that are treated by themselves. */
export const API = Object.freeze({
  PRODUCE: 0,
  FETCH: 1,
  METADATA: 3,
  OFFSET_COMMIT: 8,
  OFFSET_FETCH: 9,
  FIND_COORDINATOR: 10,
  JOIN_GROUP: 11,
  HEARTBEAT: 12,
  LEAVE_GROUP: 13,
  SYNC_GROUP: 14,
  SASL_HANDSHAKE: 17,
  API_VERSIONS: 18,
  INIT_PRODUCER_ID: 22,
  SASL_AUTHENTICATE: 36,
});

/** From −1 on. */
const ERROR_NAMES = [
  'UNKNOWN_SERVER_ERROR', 'NONE', 'OFFSET_OUT_OF_RANGE', 'CORRUPT_MESSAGE', 'UNKNOWN_TOPIC_OR_PARTITION',
  'INVALID_FETCH_SIZE', 'LEADER_NOT_AVAILABLE', 'NOT_LEADER_OR_FOLLOWER', 'REQUEST_TIMED_OUT', 'BROKER_NOT_AVAILABLE',
  'REPLICA_NOT_AVAILABLE', 'MESSAGE_TOO_LARGE', 'STALE_CONTROLLER_EPOCH', 'OFFSET_METADATA_TOO_LARGE',
  'NETWORK_EXCEPTION', 'COORDINATOR_LOAD_IN_PROGRESS', 'COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR',
  'INVALID_TOPIC_EXCEPTION', 'RECORD_LIST_TOO_LARGE', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'INVALID_REQUIRED_ACKS', 'ILLEGAL_GENERATION', 'INCONSISTENT_GROUP_PROTOCOL', 'INVALID_GROUP_ID',
  'UNKNOWN_MEMBER_ID', 'INVALID_SESSION_TIMEOUT', 'REBALANCE_IN_PROGRESS', 'INVALID_COMMIT_OFFSET_SIZE',
  'TOPIC_AUTHORIZATION_FAILED', 'GROUP_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED', 'INVALID_TIMESTAMP',
  'UNSUPPORTED_SASL_MECHANISM', 'ILLEGAL_SASL_STATE', 'UNSUPPORTED_VERSION', 'TOPIC_ALREADY_EXISTS',
]; // prettier-ignore

/** @type {Readonly<Record<number, string>>} */
const LATER_ERRORS = { 58: 'SASL_AUTHENTICATION_FAILED', 79: 'MEMBER_ID_REQUIRED', 82: 'FENCED_INSTANCE_ID' };

/** @param {number} code */
export const errorName = (code) => ERROR_NAMES[code + 1] ?? LATER_ERRORS[code] ?? `error ${code}`;
