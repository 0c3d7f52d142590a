import { IPV4_TCP_BYTES } from '../../../shared/tcp-numbers.js';
import { offers, OPTION, TCP } from '../../../transport/tcp/header.js';
import { LIMIT } from '../../sender/limits.js';
import { defineKind } from '../define-kind.js';
import { controlsWhere } from '../evidence/evidence.js';
import { isMuch, isNearUnscaled, LARGEST_UNSCALED } from '../evidence/window-limit.js';
import { detector, finding, percent, receiverName, senderName, timeText } from '../finding.js';

export const SACK_OFF = defineKind('sack_off', 'No SACK', 'recovery', ['RFC 2018', 'RFC 6582']);
export const TIMESTAMPS_OFF = defineKind('timestamps_off', 'No timestamps', 'recovery', ['RFC 7323 section 3']);
export const WINDOW_SCALING_MISSING = defineKind('window_scaling_missing', 'No window scaling', 'receive_window', [
  'RFC 7323 section 2',
]);
export const MSS_SMALL = defineKind('mss_small', 'Small MSS', 'network', [
  'RFC 6691',
  'RFC 9293 section 3.7.1',
  'RFC 4821',
]);

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').DirectionContext} DirectionContext */

/**
 * Payload of the packet that every IPv6 path carries (RFC 8200 section 5): a smaller MSS has a reason, or is an old
 * default.
 */
const SMALL_MSS = 1220;
/** On Ethernet. */
const USUAL_MSS = 1460;

/** Frames of the handshake. @param {Context} context */
const synFrames = ({ packets }) => controlsWhere(packets, (i) => (packets.flags[i] & TCP.SYN) !== 0).frames;

/**
 * Whether both SYNs are in the capture, and one of them lacks an option.
 * @param {Context} context
 * @param {number} option of `OPTION`
 */
const isLeftOut = ({ options: { synOptions } }, option) =>
  !synOptions.includes(0) && synOptions.some((bits) => offers(bits, option) === false);

/** Without SACK each round trip repairs one loss (RFC 6582): single losses took no longer for it. */
export const sackOff = detector([SACK_OFF], (context) => {
  const {
    options: {
      synOptions: [client, server],
    },
    ways,
  } = context;
  if (!isLeftOut(context, OPTION.SACK_PERMITTED)) return [];
  const episodes = ways.flatMap((way) =>
    way.episodes.filter(({ cause, bytesLost }) => cause === 'loss' && bytesLost > way.mss),
  );
  const costNs = episodes.reduce((sum, episode) => sum + (episode.costNs ?? 0), 0);
  const [isOfClient, isOfServer] = [client, server].map((bits) => offers(bits, OPTION.SACK_PERMITTED) === false);
  const who = isOfClient ? 'The client does not permit' : 'The server does not permit';
  const both = isOfClient && isOfServer ? 'Neither end permits' : who;
  return finding(
    {
      kind: SACK_OFF,
      severity: episodes.length > 0 ? 'warning' : 'note',
      during: context,
      costNs: episodes.length > 0 ? costNs : null,
      message: `${both} SACK${episodes.length > 0 ? `: each round trip repaired one loss at most, which cost ${timeText(costNs)} in all` : ''}.`,
      advice:
        'Enable SACK at both ends (Linux: net.ipv4.tcp_sack=1). If it is enabled, look for a middlebox that strips SACK-permitted from SYNs.',
    },
    { episodes: episodes.length, frames: synFrames(context) },
  );
});

/** Without timestamps a sender cannot tell which transmission an acknowledgement is for. */
export const timestampsOff = detector([TIMESTAMPS_OFF], (context) => {
  if (!isLeftOut(context, OPTION.TIMESTAMPS)) return [];
  return finding(
    {
      kind: TIMESTAMPS_OFF,
      severity: 'note',
      during: context,
      message:
        'The connection has no TCP timestamps: the sender gets fewer RTT samples and detects spurious timeouts later.',
      advice:
        'Enable timestamps at both ends (Linux: net.ipv4.tcp_timestamps=1). If they are enabled, look for a middlebox that strips the option from SYNs.',
    },
    { frames: synFrames(context) },
  );
});

/**
 * Time in which the largest window without scaling was the limit: also in recovery, where a larger one would have
 * allowed new data.
 * @param {DirectionContext} way
 */
function unscaledNs({ insight: { bursts, limits } }) {
  let sumNs = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    if (limits[b] === LIMIT.RECEIVE_WINDOW && isNearUnscaled(bursts.windowBytes[b])) {
      sumNs += bursts.startNs[b + 1] - bursts.startNs[b];
    }
  }
  return sumNs;
}

/** Most in flight, of what a window allowed. @param {import('../../../transport/bursts.js').Bursts} bursts */
function mostUnderWay({ count, edge, sentEnd, windowBytes }) {
  let most = 0;
  for (let b = 0; b < count; b++) most = Math.max(most, Math.min(edge[b], sentEnd[b]) - (edge[b] - windowBytes[b]));
  return most;
}

/**
 * Without window scaling no more than 64 KiB are in flight, however long the path (RFC 7323). Reported for the
 * directions that such a window limited, else once: that 64 KiB were in flight does not mean that there would have been
 * more.
 */
export const windowScalingMissing = detector([WINDOW_SCALING_MISSING], (context) => {
  const { ways, durationNs } = context;
  if (!isLeftOut(context, OPTION.WINDOW_SCALE)) return [];
  const all = ways.map((way) => ({ way, costNs: unscaledNs(way) }));
  const felt = all.filter(({ way, costNs }) => isMuch(costNs, way));
  const isNoticeable = felt.length > 0;
  return (isNoticeable ? felt : all.slice(0, 1)).map(({ way: { direction, insight, startNs, endNs }, costNs }) =>
    finding(
      {
        kind: WINDOW_SCALING_MISSING,
        severity: isNoticeable ? 'warning' : 'note',
        direction,
        startNs,
        endNs,
        costNs: isNoticeable ? costNs : null,
        message: `The connection has no window scaling: at most ${LARGEST_UNSCALED} bytes can be in flight${isNoticeable ? `, and a window near that limited the ${senderName(direction)} for ${timeText(costNs)} of ${timeText(durationNs)}` : ''}.`,
        advice:
          'Enable window scaling at both ends (Linux: net.ipv4.tcp_window_scaling=1). If it is enabled, look for a middlebox that strips the option from SYNs.',
      },
      { mostBytes: Math.round(mostUnderWay(insight.bursts)), frames: synFrames(context) },
    ),
  );
});

/** Segments smaller than every path carries: more headers, more packets, slower growth (RFC 6691). */
export const mssSmall = detector([MSS_SMALL], (context) => {
  const {
    options: { mss },
    ways,
  } = context;
  const found = ways.find(
    ({ direction }) =>
      mss[1 - direction] !== null && Number(mss[1 - direction]) < SMALL_MSS && Number(mss[1 - direction]) > 0,
  );
  if (found === undefined) return [];
  const announced = Number(mss[1 - found.direction]);
  const other = mss[found.direction];
  const more = IPV4_TCP_BYTES / (announced + IPV4_TCP_BYTES) - IPV4_TCP_BYTES / (USUAL_MSS + IPV4_TCP_BYTES);
  const otherText = other !== null && other !== announced ? `, the ${senderName(found.direction)} ${other}` : '';
  return finding(
    {
      kind: MSS_SMALL,
      severity: 'note',
      direction: found.direction,
      during: context,
      message: `The ${receiverName(found.direction)} announced an MSS of ${announced} bytes${otherText}: headers take ${percent(more)} more of the bytes than with ${USUAL_MSS}, and the window grows more slowly.`,
      advice: 'Look for a tunnel or VPN, a router that clamps the MSS, or a host without path MTU discovery.',
    },
    { mss: announced, otherMss: other, frames: synFrames(context) },
  );
});
