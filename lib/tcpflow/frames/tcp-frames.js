import { packetFrame, sketchFrame, wholeSketch } from './packet-frame.js';
import { flightFrame, rttFrame, rttSamples } from './path-frames.js';

/**
 * Column frames of a capture's TCP connections; not part of `TcpTransport`, as most readings need none.
 * @param {import('../tracker.js').TcpTracker} tcp
 * @returns {import('../../transport/frames.js').Frames}
 */
export const tcpFrames = (tcp) => ({
  packets: (flow, options) => packetFrame(tcp, flow, options),
  sketch: (flow, given) => sketchFrame(tcp, flow, given),
  sketchOf: (flow) => wholeSketch(tcp, flow),
  roundTrips: (flow, isOneOfMany) => rttFrame(tcp, flow, isOneOfMany),
  flight: (flow, isOneOfMany) => flightFrame(tcp, flow, isOneOfMany),
  samples: (flow) => rttSamples(tcp, flow),
});
