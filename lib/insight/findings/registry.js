import { ackLoss, ackThinning } from './detectors/ack-path.js';
import {
  captureDrops,
  clockJumped,
  duplicatesInCapture,
  noHandshake,
  offload,
  oneWay,
} from './detectors/capture-quality.js';
import { ackLoop } from './detectors/causes/ack-loop.js';
import { ecnSynDropped } from './detectors/causes/ecn-syn.js';
import { icmpErrors } from './detectors/causes/icmp.js';
import { listenQueue } from './detectors/causes/listen-queue.js';
import { mtuBlackHole } from './detectors/causes/mtu-black-hole.js';
import { mtuBlackHoleUnseen } from './detectors/causes/mtu-black-hole-unseen.js';
import { sackUnusable } from './detectors/causes/sack-unusable.js';
import { selfConnect } from './detectors/causes/self-connect.js';
import { synProxy } from './detectors/causes/syn-proxy.js';
import { windowTakenUnscaled } from './detectors/causes/unscaled-window.js';
import { windowScalingLost } from './detectors/causes/window-scaling-lost.js';
import { receiverDrops } from './detectors/dropped-at-receiver.js';
import { duplicatesOnPath } from './detectors/duplicates.js';
import { congestionMarks, ecnBleached, ecnRefused } from './detectors/ecn.js';
import { losses } from './detectors/fast-losses.js';
import { fastOpen } from './detectors/fast-open.js';
import { halfOpen, keepAlive } from './detectors/half-open.js';
import { lostRetransmission, spuriousRetransmission, tailLossTimeout } from './detectors/loss.js';
import { expectUnanswered, firstRequestLate } from './detectors/messages/client-waits.js';
import { eventStreams } from './detectors/messages/event-streams.js';
import { commandsFailed, grpcFailed, http2GoAway, http2Resets, httpErrors } from './detectors/messages/failed.js';
import { http2FlowControl, muxCreditStall, muxLoneCredits } from './detectors/messages/flow-control.js';
import { clientGaveUp, requestCut } from './detectors/messages/gave-up.js';
import { slowGreeting } from './detectors/messages/greeting.js';
import { compressionAbsent, largeRequests } from './detectors/messages/heads.js';
import { slowNameLookUp } from './detectors/messages/name-look-up.js';
import { redirectLoop, redirects } from './detectors/messages/redirects.js';
import { tlsFailed, tlsRoundTrips } from './detectors/messages/tls.js';
import { tlsUnused } from './detectors/messages/tls-unused.js';
import { tlsSlow } from './detectors/messages/tls-waits.js';
import { slowAnswers } from './detectors/messages/turns.js';
import { unaskedAnswers } from './detectors/messages/unasked.js';
import { requestUnanswered, responseCut, responseHeldOpen } from './detectors/messages/unfinished.js';
import { dataUnanswered, fewSlowAnswers } from './detectors/messages/unknown-protocol.js';
import { unreadAnswers } from './detectors/messages/unread-answers.js';
import { headOfLineWait, longPolling, serverThinkTime } from './detectors/messages/waiting.js';
import { mssSmall, sackOff, timestampsOff, windowScalingMissing } from './detectors/options.js';
import { applicationLimited, burstAndStall, oneExchangeAtATime } from './detectors/pace/application.js';
import { hostQueue, paced } from './detectors/pace/host-pace.js';
import { kernelContradicts } from './detectors/pace/kernel-contradicts.js';
import { fixedAckTimer, nagleDelayedAck, nagleHeld } from './detectors/pace/nagle.js';
import { sendBufferLimited } from './detectors/pace/send-buffer.js';
import { smallWrites } from './detectors/pace/small-writes.js';
import { checksumErrors, queueingDelay, reordering } from './detectors/path.js';
import { pathStalled } from './detectors/path-stall.js';
import { rateChange } from './detectors/rate-change.js';
import { receiveWindowLimited } from './detectors/receive-window.js';
import { outsideWindow, timestampsBack, unsigned } from './detectors/refused.js';
import { reset } from './detectors/reset.js';
import { restartAfterIdle } from './detectors/restart-after-idle.js';
import { longRoundTrips } from './detectors/round-trips.js';
import { sillyWindow } from './detectors/silly-window.js';
import { slowStartDominates } from './detectors/slow-start.js';
import { staleConnection } from './detectors/stale-connection.js';
import { synLoss, synUnanswered } from './detectors/syn.js';
import { windowUpdateLost, zeroWindow } from './detectors/zero-window.js';

/** In any order: `rank/` decides which finding leads. @type {readonly import('./finding.js').Detector[]} */
export const DETECTORS = Object.freeze([
  selfConnect,
  icmpErrors,
  ecnSynDropped,
  listenQueue,
  synUnanswered,
  synLoss,
  staleConnection,
  unsigned,
  timestampsBack,
  outsideWindow,
  fastOpen,
  reset,
  halfOpen,
  keepAlive,
  synProxy,
  windowTakenUnscaled,
  zeroWindow,
  receiverDrops,
  windowUpdateLost,
  receiveWindowLimited,
  sillyWindow,
  windowScalingLost,
  windowScalingMissing,
  nagleDelayedAck,
  nagleHeld,
  fixedAckTimer,
  hostQueue,
  paced,
  applicationLimited,
  burstAndStall,
  oneExchangeAtATime,
  smallWrites,
  sendBufferLimited,
  kernelContradicts,
  mtuBlackHole,
  mtuBlackHoleUnseen,
  tailLossTimeout,
  lostRetransmission,
  losses,
  checksumErrors,
  spuriousRetransmission,
  reordering,
  pathStalled,
  queueingDelay,
  rateChange,
  ackLoop,
  ackLoss,
  ackThinning,
  duplicatesOnPath,
  ecnRefused,
  ecnBleached,
  congestionMarks,
  sackOff,
  sackUnusable,
  timestampsOff,
  mssSmall,
  slowStartDominates,
  restartAfterIdle,
  longRoundTrips,
  requestUnanswered,
  responseCut,
  responseHeldOpen,
  http2GoAway,
  http2Resets,
  grpcFailed,
  httpErrors,
  commandsFailed,
  clientGaveUp,
  requestCut,
  serverThinkTime,
  longPolling,
  eventStreams,
  fewSlowAnswers,
  dataUnanswered,
  slowGreeting,
  unreadAnswers,
  slowNameLookUp,
  firstRequestLate,
  expectUnanswered,
  slowAnswers,
  redirectLoop,
  redirects,
  headOfLineWait,
  largeRequests,
  compressionAbsent,
  http2FlowControl,
  muxCreditStall,
  muxLoneCredits,
  tlsFailed,
  tlsUnused,
  unaskedAnswers,
  tlsSlow,
  tlsRoundTrips,
  clockJumped,
  captureDrops,
  duplicatesInCapture,
  offload,
  oneWay,
  noHandshake,
]);
