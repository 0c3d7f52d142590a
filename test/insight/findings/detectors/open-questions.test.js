/** Questions that are open when a capture ends. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const ASKED = [...SHAKE, '+1ms client PSH "GET /report HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"', '+40ms server ACK'];
const BEGUN = '+1ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 90000\\r\\n\\r\\nbegun"';

/** Beside it another connection goes on for so long. @param {string[]} lines @param {string} until */
function analysed(lines, until) {
  const other = script(
    { client: '10.0.0.9:50000', server: '10.0.0.2:80' },
    ...SHAKE,
    `@${until} client FIN`,
    'server FIN',
  );
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(script({ client: '10.0.0.1:40000', server: '10.0.0.2:80' }, ...lines), other)));
  analysis.ingest.end();
  const { findings, summary } = /** @type {any} */ (analysis.connections.describe(0));
  return { codes: (findings ?? []).map((/** @type {any} */ { code }) => code), findings, summary };
}

test('a request that waits until the capture ends is unanswered, if that was long and nothing came', () => {
  const { findings } = analysed(ASKED, '20s');
  expect(findings[0]).toMatchObject({ code: 'request_unanswered', severity: 'warning' });
  expect(findings[0].costSeconds).toBeCloseTo(19.96, 1);
  expect(analysed(ASKED, '500ms').codes).not.toContain('request_unanswered');
  expect(analysed([...ASKED, BEGUN], '20s').codes).not.toContain('request_unanswered');
  const polls = ASKED.map((line) => line.replace('/report', '/poll?since=1'));
  expect(analysed(polls, '20s').codes).not.toContain('request_unanswered');
});

test('with a question open nothing is wrong as far as seen', () => {
  expect(analysed(ASKED, '500ms').summary).toMatch(/^Nothing wrong seen\. .*: 1 request had no whole response yet/);
  expect(analysed([...ASKED, BEGUN], '500ms').summary).toMatch(/^Nothing wrong seen/);
  const whole = BEGUN.replace('90000', '5');
  expect(analysed([...ASKED, whole, '+40us client ACK'], '500ms').summary).toMatch(/^Nothing wrong\./);
});

test('a server that closes instead of answering all that was ever said has not answered', () => {
  const said = [...SHAKE, '+1ms client PSH data 200', '+40ms server ACK'];
  const closed = ['+300ms server FIN', '+40us client FIN', '+40ms server ACK'];
  expect(analysed([...said, ...closed], '20s').codes).toContain('data_unanswered');
  const answered = [...said, 'server PSH data 100', '+1ms client PSH data 20', '+40ms server ACK'];
  expect(analysed([...answered, ...closed], '20s').codes).not.toContain('data_unanswered');
  const asked = answered.map((line) => line.replace(/data 20$/, 'data 200'));
  expect(analysed([...asked, ...closed], '20s').codes).toContain('data_unanswered');
  expect(analysed([...asked, '+300ms server RST'], '20s').codes).not.toContain('data_unanswered');
  expect(analysed([...asked, '+20ms server FIN', '+40us client FIN'], '20s').codes).not.toContain('data_unanswered');
  expect(analysed([...said, '+300ms client FIN', '+40ms server FIN'], '20s').codes).not.toContain('data_unanswered');
});
