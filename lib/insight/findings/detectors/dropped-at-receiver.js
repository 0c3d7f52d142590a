import { defineKind, SHOWS } from '../define-kind.js';
import { droppedAtReceiver } from '../evidence/dropped-at-receiver.js';
import { bytesText, counted, finding, ofEachDirection, receiverName, timeText } from '../finding.js';
import { hasShown } from '../shows.js';

export const DROPPED_AT_RECEIVER = defineKind('dropped_at_receiver', 'Dropped by the receiver', 'receive_window', [
  'RFC 9293 section 3.8.6',
  'Linux, net/ipv4/tcp_input.c, tcp_data_queue()',
]);

/** Data reached its receiver, which had offered a window for it and had no memory left: nothing was lost on the way. */
export const receiverDrops = ofEachDirection([DROPPED_AT_RECEIVER], ({ direction, claimed }, context) => {
  if (claimed === 0 || !hasShown(context, SHOWS.BEYOND_SENDER, direction)) return null;
  const { dropped, bytes, costNs } = droppedAtReceiver(context.packets, direction);
  if (dropped.count === 0) return null;
  const receiver = receiverName(direction);
  return finding(
    {
      kind: DROPPED_AT_RECEIVER,
      severity: 'warning',
      direction,
      during: dropped,
      costNs,
      message: `${counted(dropped.count, 'segment')} (${bytesText(bytes)}) reached the ${receiver} within the window it had offered, and it dropped ${dropped.count === 1 ? 'it' : 'them'} for lack of memory and took the window back; that cost ${timeText(costNs)}. Nothing was lost on the path.`,
      advice: `The application at the ${receiver} reads too slowly, and its receive buffer counts the packets' buffers, not their bytes: enlarge it (SO_RCVBUF, net.ipv4.tcp_rmem). Nstat at the ${receiver} counts TcpExtTCPRcvQDrop and TcpExtTCPZeroWindowDrop.`,
    },
    { segments: dropped.count, bytes, frames: dropped.frames },
  );
});
