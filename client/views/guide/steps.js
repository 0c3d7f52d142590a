/**
 * What the guided examples say, step by step, and where each step points in the diagram, as the connection view's query
 * has it: `zoom` is in view, `span` is marked, the card of `frame` is open. A test compares the figures with the
 * captures (test/client/views/guide-steps.test.js).
 */

/** @typedef {{ title: string, text: string, view: import('../../state/types.js').Query }} Step */

/** @type {Readonly<Record<string, readonly Step[]>>} */
export const STEPS = {
  'slow-start': [
    {
      title: 'The handshake takes a round trip',
      text: "Time runs to the right, the server's sequence numbers upwards. The SYN is answered at once; the client's ACK comes 100 ms later: one round trip (RTT). Only then may the server send data.",
      view: { panes: 'window', zoom: '0-0.23', span: '0-0.100011' },
    },
    {
      title: 'Ten segments, then a wait',
      text: 'The initial congestion window is 10 segments (RFC 6928). The server sends all 10 at once, 14 480 bytes, and then waits a round trip for the first ACK.',
      view: { panes: 'window', zoom: '0.09-0.215', span: '0.100011-0.200137' },
    },
    {
      title: 'Each ACK lets two segments go',
      text: 'The green steps are ACKs. Each acknowledges 1 segment and raises the congestion window (cwnd) by 1, so 2 segments leave: 10 ACKs, 20 segments. ACKs set the pace: self-clocking.',
      view: { panes: 'window', zoom: '0.1998-0.2016', span: '0.200137-0.201228' },
    },
    {
      title: 'Each round trip carries twice as much',
      text: '10 segments, then 20, 40 and 80: slow start doubles the window in each round trip. The bursts grow, the silence between them shrinks.',
      view: { panes: 'window', zoom: '0.08-0.52', span: '0.100011-0.500642' },
    },
    {
      title: 'The RTT set the duration, not the bandwidth',
      text: 'The link carries 100 Mbit/s, yet 400 kB took 0.616 s: for 4 round trips the window was still growing. More bandwidth would change little; a nearer server or a connection that is open already would.',
      view: { panes: 'window' },
    },
  ],
  'fast-retransmit': [
    {
      title: 'A segment is lost',
      text: 'The ringed segment leaves at 0.184 s like all others, but never arrives. It is captured at the server, before the loss: only what comes back from the client can tell.',
      view: { panes: 'window', zoom: '0.175-0.26', frame: '58' },
    },
    {
      title: 'Duplicate ACKs report it',
      text: 'The client acknowledges only up to the hole. Each segment that arrives behind it brings a duplicate ACK, and its SACK block, the bar above the ACK, says what did arrive.',
      view: { panes: 'window', zoom: '0.2455-0.2525', span: '0.246797-0.248619' },
    },
    {
      title: 'Fast retransmit',
      text: 'At the third duplicate ACK the server retransmits the segment, 65 ms after it was first sent. It need not wait for the retransmission timeout (RTO), which is 200 ms or more.',
      view: { panes: 'window', zoom: '0.175-0.262', span: '0.183742-0.248619' },
    },
    {
      title: 'The hole is filled',
      text: 'A round trip after the retransmission the ACK jumps over all that had arrived in the meantime: nothing else is retransmitted.',
      view: { panes: 'window', zoom: '0.24-0.33', span: '0.248618-0.316519' },
    },
    {
      title: 'The cost: a smaller window',
      text: 'A loss is taken as congestion: the sender cuts its window, then grows it slowly. This loss cost 8.4 ms of 0.517 s. The same loss at the tail of a transfer costs an RTO: see the example Tail loss (RTO).',
      view: { panes: 'window' },
    },
  ],
  'zero-window': [
    {
      title: 'The receive window is what the client has room for',
      text: 'The client offers 32 kB. The yellow line above the data is the edge of its receive window: the server may send up to there.',
      view: { panes: 'window', zoom: '0-0.36', frame: '3' },
    },
    {
      title: 'The window shrinks',
      text: 'The application does not read, so the buffer fills. Each ACK offers less: 31 319 bytes, 9599, at last 911. The edge stays where it is, and the data runs into it.',
      view: { panes: 'window', zoom: '0.1-0.36', span: '0.12137-0.229945' },
    },
    {
      title: 'Zero window',
      text: 'At 0.331 s the client offers 0 bytes. The server has data to send and may not, for 0.691 s.',
      view: { panes: 'window', zoom: '0.2-1.15', span: '0.330741-1.021377', frame: '44' },
    },
    {
      title: 'Zero-window probe',
      text: 'A window update may get lost, and then both ends would wait for ever. So the server probes, here after 0.273 s, and the client answers: still 0.',
      view: { panes: 'window', zoom: '0.2-1.15', frame: '45' },
    },
    {
      title: 'Window update',
      text: 'The application reads, and the client offers 32 768 bytes again. In the same instant 16 segments leave.',
      view: { panes: 'window', zoom: '0.95-1.15', frame: '47' },
    },
    {
      title: 'The receiver set the pace',
      text: 'This happens 6 times and takes 3.98 of 5.89 s. Neither the path nor the server is slow: look for what keeps the client from reading.',
      view: { panes: 'window' },
    },
  ],
};
