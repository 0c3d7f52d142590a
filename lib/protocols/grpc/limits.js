/** Messages of gRPC of one request or response that are listed, and of a capture; all are counted. */
export const MAX_GRPC_MESSAGES_LISTED = 1000;
export const MAX_GRPC_MESSAGES = 1_000_000;
/** Trailer fields in the content of gRPC-Web. */
export const MAX_GRPC_TRAILER_BYTES = 16 * 1024;
