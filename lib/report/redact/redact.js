/** Removes private data from a report (docs/report.md says what). */
import { endText } from '../../shared/hostlog/socket-table.js';
import { changeAddresses } from '../segment-log.js';
import { redactHeads } from './heads.js';
import { isAlpn } from './known/alpn.js';
import { isCongestionControl } from './known/congestion-control.js';
import { isServiceError } from './known/service-errors.js';
import { redactQuic } from './quic.js';
import { mask, StandIns } from './stand-ins.js';

export { StandIns };

/** @typedef {import('../report-data.js').Report} Report */
/** @typedef {import('../report-reading.js').ReportState} ReportState */
/** @typedef {ReportState['kept']} Kept */
/** @typedef {import('../../shared/hostlog/kept-sockets.js').KeptSocket} KeptSocket */
/** @typedef {Kept['messages']} Messages of one kind of transport */

/** Settings of a view with numbers and fixed words. */
const SAFE_SETTING = /^[\w.,-]{1,40}$/;
/** Where a certificate's name has its attributes (protocols/tls/certificates.js). */
const ATTRIBUTE = /((?:^|, )(?:CN|C|L|ST|O|OU)=)/;
/** Where a JA4 has ALPN's first and last character. */
const JA4_ALPN_AT = 8;
const JA4_ALPN_END = 10;
/** Those that users type. */
const TYPED = new Set(['text', 'find', 'filter', 'q', 'note']);

/**
 * @param {Report} report which is changed
 * @param {import('./heads.js').ProtocolNamed} protocolNamed
 * @param {StandIns} [standIns] those of the reports that it belongs with
 * @returns {Report}
 */
export function redact({ head, state }, protocolNamed, standIns = new StandIns({ keepsPaths: head.keepsPaths })) {
  const { keepsPaths } = head;
  const { facts, segments, icmpErrors, kept, quic, sockets = [] } = state;
  changeAddresses(segments, (words, ipVersion) => standIns.words(words, ipVersion));
  for (const { error } of icmpErrors) {
    for (const name of /** @type {const} */ (['source', 'destination', 'receiver', 'reporter'])) {
      error[name] = standIns.words(error[name], error.ipVersion);
    }
  }
  redactNames(kept, standIns);
  redactConflicts(kept);
  if (quic) redactQuic(quic.tracker, standIns, (name) => alpn(name, standIns));
  const ofAll = [kept.messages, ...(quic ? [quic.messages] : [])];
  for (const messages of ofAll) {
    redactTls(messages, standIns);
    redactProxied(messages, standIns);
    redactStreams(messages);
  }
  const tables = ofAll.flatMap(({ table }) => (table === null ? [] : [table]));
  // A name in a path that is kept may be that of a host which occurs later.
  if (keepsPaths) for (const table of tables) redactHeads({ ...table }, standIns, protocolNamed);
  for (const table of tables) {
    redactHeads(table, standIns, protocolNamed);
    redactContents(table, standIns);
  }
  /** @template {{ message: string }} W @param {W} warning @returns {W} */
  const masked = (warning) => ({ ...warning, message: standIns.masked(warning.message) });
  const reader = {
    ...facts.reader,
    warnings: facts.reader.warnings.map(masked),
    interfaces: facts.reader.interfaces.map((one) => ({ ...one, name: '', description: '', filter: '' })),
  };
  return {
    head: {
      ...head,
      name: 'capture',
      place: safePlace(head.place, standIns),
      notes: keepsPaths ? head.notes.map((note) => ({ ...note, text: standIns.masked(note.text) })) : [],
    },
    state: {
      ...state,
      facts: { ...facts, reader, warnings: facts.warnings.map(masked) },
      sockets: sockets.map((socket) => redactedSocket(socket, standIns)),
    },
  };
}

/**
 * @param {KeptSocket} socket @param {StandIns} standIns
 * @returns {KeptSocket}
 */
function redactedSocket({ local, peer, algorithm, ...numbers }, standIns) {
  const end = (/** @type {string} */ text) => {
    const at = text.lastIndexOf(':');
    const address = standIns.address(text.slice(0, at).replace(/^\[|\]$/g, ''));
    return endText({ address, port: Number(text.slice(at + 1)) });
  };
  const known = algorithm !== null && isCongestionControl(algorithm) ? algorithm : null;
  return { ...numbers, local: end(local), peer: end(peer), algorithm: known };
}

/** @param {Kept} kept @param {StandIns} standIns */
function redactNames(kept, standIns) {
  kept.names = new Map(
    Array.from(kept.names, ([address, heard]) => [
      standIns.address(address),
      heard.map((one) => ({ ...one, name: standIns.name(one.name) })),
    ]),
  );
  kept.lookUps = new Map(
    Array.from(kept.lookUps, ([address, asked]) => [
      standIns.address(address),
      asked.map((one) => ({
        ...one,
        name: standIns.name(one.name),
        asker: standIns.address(one.asker),
        addresses: new Map(Array.from(one.addresses, ([answer, ns]) => [standIns.address(answer), ns])),
      })),
    ]),
  );
}

/** @param {Messages} messages @param {StandIns} standIns */
function redactTls({ tls }, standIns) {
  for (const [flow, info] of tls) {
    tls.set(flow, {
      ...info,
      sni: info.sni && standIns.name(info.sni),
      alpn: info.alpn && alpn(info.alpn, standIns),
      offeredAlpn: info.offeredAlpn.map((name) => alpn(name, standIns)),
      ja4: info.ja4 && ja4(info.ja4, info.offeredAlpn[0] ?? ''),
      unlikeTls: info.unlikeTls && { ...info.unlikeTls, bytes: new Uint8Array(info.unlikeTls.bytes.length) },
      chains: info.chains.map((chain) => ({
        ...chain,
        certificates: chain.certificates.map((certificate) => ({
          ...certificate,
          subject: distinguished(certificate.subject, standIns),
          issuer: distinguished(certificate.issuer, standIns),
          names: certificate.names.map((name) => standIns.name(name)),
        })),
      })),
    });
  }
}

/** @param {Messages} messages @param {StandIns} standIns */
function redactProxied({ proxied }, standIns) {
  for (const [flow, { client, server }] of proxied) {
    proxied.set(flow, {
      client: { ...client, ip: standIns.address(client.ip) },
      server: { ...server, ip: standIns.address(server.ip) },
    });
  }
}

/** @param {string} name @param {StandIns} standIns */
const alpn = (name, standIns) => (isAlpn(name) ? name : standIns.word(name));

/** A fingerprint has two characters of the first protocol offered. @param {string} text @param {string} offered */
const ja4 = (text, offered) =>
  offered === '' || isAlpn(offered)
    ? text
    : text.slice(0, JA4_ALPN_AT) + mask(text.slice(JA4_ALPN_AT, JA4_ALPN_END)) + text.slice(JA4_ALPN_END);

/**
 * A value may contain what looks like another attribute.
 * @param {string} text `C=…, O=…, CN=…` @param {StandIns} standIns
 */
const distinguished = (text, standIns) =>
  text
    .split(ATTRIBUTE)
    .map((piece, i) => (i % 2 === 1 ? piece : standIns.name(piece)))
    .join('');

/**
 * What the content of messages says.
 * @param {NonNullable<Kept['messages']['table']>} table @param {StandIns} standIns
 */
function redactContents({ events, serviceErrors }, standIns) {
  for (const event of events.flatMap(({ messages }) => messages.listed)) {
    event.type = event.type && standIns.word(event.type);
  }
  for (const { error } of serviceErrors) {
    error.code = isServiceError(error.code) ? error.code : standIns.word(error.code);
    error.reason = mask(error.reason);
  }
}

/** Bytes that were sent twice with different content. @param {Kept} kept */
function redactConflicts({ conflicts }) {
  for (const { list } of conflicts.values()) {
    for (const conflict of list) {
      conflict.first = { ...conflict.first, bytes: '' };
      conflict.second = { ...conflict.second, bytes: '' };
    }
  }
}

/** Texts of streams that are no heads. @param {Messages} messages */
function redactStreams({ http2, mux }) {
  for (const facts of [...http2.values()].flat()) {
    for (const side of facts.sides) side.goAway = side.goAway && { ...side.goAway, text: '' };
  }
  for (const record of mux.connections) {
    record.texts = new Map(Array.from(record.texts, ([row, text]) => [row, mask(text)]));
    for (const use of record.uses) use.protocolName = use.protocolName && mask(use.protocolName);
  }
}

/** @param {string} place @param {StandIns} standIns */
function safePlace(place, standIns) {
  const [path, query = ''] = place.split('?');
  const settings = [...new URLSearchParams(query)].filter(
    ([name, value]) => !TYPED.has(name) && SAFE_SETTING.test(value) && standIns.masked(value) === value,
  );
  return settings.length === 0 ? path : `${path}?${new URLSearchParams(settings)}`;
}
