import { connectionPackets } from '../../lib/tcpflow/connection/connection-packets.js';
import { pcap, script } from './packets.js';
import { track } from './track.js';

/** The packets of a script's connection, as the analysers of a connection walk them. @param {...string} lines as of `script` */
export const connectionOf = (...lines) => connectionPackets(track(pcap(script(lines[0], ...lines.slice(1)))), 0);
