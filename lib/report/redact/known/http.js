/** Words of HTTP: methods, reason phrases, names of header fields. A test compares them with those that Node knows. */
import { words } from './words.js';

/** IANA's "HTTP Method Registry", and SEARCH's and SSDP's additions that Node's parser takes, too. */
export const METHODS = words(`
  ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK M-SEARCH MERGE MKACTIVITY
  MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE NOTIFY OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PURGE PUT
  QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UNSUBSCRIBE UPDATE
  UPDATEREDIRECTREF VERSION-CONTROL`);

/** IANA's "HTTP Status Codes", and those of earlier RFCs, in lower case. */
export const REASONS = new Set(
  `continue|switching protocols|processing|early hints|ok|created|accepted|non-authoritative information|no content
|reset content|partial content|multi-status|already reported|im used|multiple choices|moved permanently|found
|moved temporarily|see other|not modified|use proxy|temporary redirect|permanent redirect|bad request|unauthorized
|authorization required|payment required|forbidden|not found|method not allowed|not acceptable
|proxy authentication required|request timeout|request time-out|conflict|gone|length required|precondition failed
|content too large|payload too large|request entity too large|uri too long|request-uri too large|request-uri too long
|unsupported media type|range not satisfiable|requested range not satisfiable|expectation failed|i'm a teapot
|misdirected request|unprocessable content|unprocessable entity|locked|failed dependency|too early|upgrade required
|precondition required|too many requests|request header fields too large|unavailable for legal reasons
|internal server error|not implemented|bad gateway|service unavailable|service temporarily unavailable|gateway timeout
|gateway time-out|http version not supported|variant also negotiates|insufficient storage|loop detected
|bandwidth limit exceeded|not extended|network authentication required|connection established`
    .replaceAll('\n', '')
    .split('|'),
);

/** IANA's "HTTP Field Name Registry" without the rare ones, pseudo-header fields, and common ones of no registry. */
const FIELD_NAMES = words(`
  :authority :method :path :protocol :scheme :status
  accept accept-ch accept-charset accept-datetime accept-encoding accept-language accept-patch accept-post accept-ranges
  access-control-allow-credentials access-control-allow-headers access-control-allow-methods
  access-control-allow-origin access-control-expose-headers access-control-max-age access-control-request-headers
  access-control-request-method age allow alt-svc alt-used authentication-info authorization cache-control cache-status
  cdn-cache-control cdn-loop clear-site-data connection content-digest content-disposition content-encoding
  content-language content-length content-location content-md5 content-range content-security-policy
  content-security-policy-report-only content-type cookie cookie2 critical-ch cross-origin-embedder-policy
  cross-origin-embedder-policy-report-only cross-origin-opener-policy cross-origin-opener-policy-report-only
  cross-origin-resource-policy date dav deprecation depth destination device-memory digest dnt downlink dpr early-data
  ect etag expect expect-ct expires forwarded from grpc-accept-encoding grpc-encoding grpc-message grpc-status
  grpc-status-details-bin grpc-timeout host http2-settings if if-match if-modified-since if-none-match if-range
  if-unmodified-since keep-alive last-event-id last-modified link location lock-token max-forwards mime-version nel
  origin origin-agent-cluster overwrite p3p permissions-policy ping-from ping-to pragma prefer preference-applied
  priority proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection proxy-status
  public-key-pins purpose range ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset referer
  referrer-policy refresh report-to reporting-endpoints repr-digest retry-after rtt save-data sec-ch-prefers-color-scheme
  sec-ch-ua sec-ch-ua-arch sec-ch-ua-bitness sec-ch-ua-full-version sec-ch-ua-full-version-list sec-ch-ua-mobile
  sec-ch-ua-model sec-ch-ua-platform sec-ch-ua-platform-version sec-ch-ua-wow64 sec-fetch-dest sec-fetch-mode
  sec-fetch-site sec-fetch-user sec-gpc sec-purpose sec-websocket-accept sec-websocket-extensions sec-websocket-key
  sec-websocket-protocol sec-websocket-version server server-timing service-worker service-worker-navigation-preload
  set-cookie set-cookie2 slug soapaction sourcemap status strict-transport-security sunset surrogate-control te
  timeout timing-allow-origin title tk traceparent tracestate trailer transfer-encoding upgrade
  upgrade-insecure-requests user-agent vary via viewport-width want-content-digest want-digest warning width
  www-authenticate x-accel-buffering x-accel-expires x-cache x-cache-hits x-content-type-options
  x-correlation-id x-csrf-token x-dns-prefetch-control x-download-options x-forwarded-for x-forwarded-host
  x-forwarded-port x-forwarded-proto x-forwarded-server x-frame-options x-grpc-web x-http-method-override x-powered-by
  x-permitted-cross-domain-policies x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-real-ip x-request-id
  x-requested-with x-robots-tag x-runtime x-served-by x-timer x-ua-compatible x-user-agent x-xss-protection`);

/** @param {string} name of a header field */
export const isFieldName = (name) => FIELD_NAMES.has(name.toLowerCase());
