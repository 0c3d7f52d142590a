/** FTP's data connections, joined to the commands whose files and lists they carry. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const CLIENT = '10.0.0.1';
const SERVER = '10.0.0.2';
const SHAKE = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', 'client ACK'];
const CLOSE = ['server FIN', '+10ms client FIN', '+10ms server ACK'];
const says = (/** @type {'client' | 'server'} */ side, /** @type {string} */ line, ms = 10) =>
  `+${ms}ms ${side} PSH "${line}\\r\\n"`;
const asks = (/** @type {string} */ command, /** @type {string} */ reply) => [
  says('client', command),
  says('server', reply),
];

/** @param {string[]} lines of the control connection @param {number} [transferMs] between 150 and 226 */
function control(lines, transferMs = 2000) {
  return script(
    { client: `${CLIENT}:40000`, server: `${SERVER}:21` },
    ...SHAKE,
    says('server', '220 FTP ready'),
    ...asks('USER joe', '331 password'),
    ...asks('PASS x', '230 in'),
    ...lines,
    says('client', 'RETR a.bin'),
    says('server', '150 opening'),
    says('server', '226 done', transferMs),
    ...CLOSE,
  );
}

/** @param {{ client: string, server: string, startNs?: number }} ends */
const data = ({ startNs = 200e6, ...ends }) =>
  script({ ...ends, startNs }, ...SHAKE, ...new Array(3).fill('+10ms server data 1000'), ...CLOSE);

/** @param {...Uint8Array[] | any} packets */
function joined(...packets) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(...packets)));
  analysis.ingest.end();
  const messages = [...analysis.messages.inOrder()];
  const retr = messages.find(({ method }) => method === 'RETR');
  const one = /** @type {any} */ (analysis.connections.describe(1));
  return {
    dataFlow: retr?.dataFlow,
    ftp: one.ftp,
    retr,
    control: /** @type {any} */ (analysis.connections.describe(0)),
  };
}

const PASSIVE = { client: `${CLIENT}:40001`, server: `${SERVER}:50000` };
const ACTIVE = { client: `${SERVER}:20`, server: `${CLIENT}:50000` };

test.each([
  ['PASV', asks('PASV', '227 Entering Passive Mode (10,0,0,2,195,80).'), PASSIVE],
  ['PASV behind NAT', asks('PASV', '227 Entering Passive Mode (192,168,0,9,195,80)'), PASSIVE],
  ['EPSV', asks('EPSV', '229 Entering Extended Passive Mode (|||50000|)'), PASSIVE],
  ['PORT', asks('PORT 10,0,0,1,195,80', '200 ok'), ACTIVE],
  ['EPRT', asks('EPRT |1|10.0.0.1|50000|', '200 ok'), ACTIVE],
])('%s', (_, lines, ends) => {
  const { dataFlow, ftp, retr } = joined(control(lines), data(ends));
  expect(dataFlow).toBe(1);
  expect(ftp).toEqual({ control: 0, message: retr?.index, command: 'RETR', target: 'a.bin' });
});

test.each([
  ['another port', { ...PASSIVE, server: `${SERVER}:50001` }],
  ['another host', { ...PASSIVE, server: '10.0.0.3:50000' }],
])('%s is another connection', (_, ends) => {
  const lines = asks('PASV', '227 Entering Passive Mode (10,0,0,2,195,80).');
  expect(joined(control(lines), data(ends))).toMatchObject({ dataFlow: undefined, ftp: undefined });
});

test('one from before the address was agreed on is another connection', () => {
  const lines = asks('PASV', '227 Entering Passive Mode (10,0,0,2,195,80).');
  const early = data({ ...PASSIVE, startNs: 5e6 });
  expect(joined(control(lines), early)).toMatchObject({ dataFlow: undefined, ftp: undefined });
});

test('a server that waits for its own transfer is not blamed for it', () => {
  const lines = asks('PASV', '227 Entering Passive Mode (10,0,0,2,195,80).');
  const found = joined(control(lines, 151_000), data(PASSIVE)).control.findings ?? [];
  expect(found.map((/** @type {any} */ { code }) => code)).not.toContain('application_limited');
  expect(found.map((/** @type {any} */ { code }) => code)).not.toContain('server_think_time');
});
