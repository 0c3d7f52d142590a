/** Names of errors of Elasticsearch and of S3 that say nothing about the data. */
import { words } from './words.js';

/** Elasticsearch's exceptions; S3's "List of error codes", in lower case. */
const ERRORS = words(`
  aggregation_initialization_exception circuit_breaking_exception cluster_block_exception
  document_missing_exception document_parsing_exception es_rejected_execution_exception illegal_argument_exception
  index_closed_exception index_not_found_exception invalid_alias_name_exception invalid_index_name_exception
  mapper_parsing_exception no_shard_available_action_exception parse_exception parsing_exception
  process_cluster_event_timeout_exception query_shard_exception resource_already_exists_exception
  resource_not_found_exception script_exception search_context_missing_exception search_phase_execution_exception
  security_exception snapshot_missing_exception strict_dynamic_mapping_exception too_long_frame_exception
  unavailable_shards_exception validation_exception version_conflict_engine_exception x_content_parse_exception
  accessdenied accountproblem authorizationheadermalformed baddigest bucketalreadyexists bucketalreadyownedbyyou
  bucketnotempty crosslocationloggingprohibited entitytoolarge entitytoosmall expiredtoken incompletebody
  internalerror invalidaccesskeyid invalidargument invalidbucketname invaliddigest invalidlocationconstraint
  invalidobjectstate invalidpart invalidpartorder invalidrange invalidrequest invalidsecurity invalidstorageclass
  invalidtoken invaliduri keytoolongerror malformedpolicy malformedxml maxmessagelengthexceeded methodnotallowed
  missingcontentlength missingrequestbodyerror nosuchbucket nosuchbucketpolicy nosuchcorsconfiguration nosuchkey
  nosuchlifecycleconfiguration nosuchtagset nosuchupload nosuchversion notimplemented operationaborted
  permanentredirect preconditionfailed redirect requestexpired requesttimeout requesttimetooskewed
  servicefailure serviceunavailable signaturedoesnotmatch slowdown temporaryredirect toomanybuckets
  toomanyrequests unexpectedcontent xamzcontentsha256mismatch`);

/** @param {string} name */
export const isServiceError = (name) => ERRORS.has(name.toLowerCase());
