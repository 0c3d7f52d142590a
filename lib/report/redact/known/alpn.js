/** IANA's "TLS Application-Layer Protocol Negotiation (ALPN) Protocol IDs", drafts' and others' common ones. */
import { words } from './words.js';

const PROTOCOLS = words(`
  acme-tls/1 c-webrtc co coap dot doq ftp grpc-exp h2 h2c h2-14 h2-15 h2-16 h3 h3-25 h3-27 h3-28 h3-29 hq-29 hq-interop
  http/0.9 http/1.0 http/1.1 imap irc managesieve mc mqtt nnsp nntp ntske/1 pop3 postgresql radius/1.0 radius/1.1 sip/2
  smb spdy/1 spdy/2 spdy/3 spdy/3.1 stun.nat-discovery stun.turn sunrpc tds/8.0 webrtc xmpp-client xmpp-server`);

/** @param {string} name */
export const isAlpn = (name) => PROTOCOLS.has(name);
