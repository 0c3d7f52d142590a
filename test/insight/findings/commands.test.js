/** Commands of other protocols than HTTP: those that failed, and those whose answer came late. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { pcap, script } from '../../support/packets/packets.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

/** @param {string[]} said */
function findingsOf(...said) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(
    pcap(
      script(
        { client: '10.0.0.1:40000', server: '10.0.0.2:6379' },
        'client SYN',
        '+20ms server SYN-ACK',
        '+20ms client ACK',
        ...said,
        '+1ms client FIN',
        '+20ms server FIN',
      ),
    ),
  );
  analysis.ingest.end();
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  return (findings ?? []).filter((/** @type {any} */ { code }) =>
    /commands_failed|server_think|slow_answers|unanswered|http_errors|grpc/.test(code),
  );
}

const GET = 'client PSH "*2\\r\\n$3\\r\\nGET\\r\\n$1\\r\\nk\\r\\n"';
const BLPOP = 'client PSH "*3\\r\\n$5\\r\\nBLPOP\\r\\n$1\\r\\nk\\r\\n$1\\r\\n0\\r\\n"';

test('commands that failed are summed up with what the server said', () => {
  expect(
    findingsOf(GET, '+20ms server PSH "-WRONGTYPE Not a string\\r\\n"', GET, '+20ms server PSH "$1\\r\\nv\\r\\n"'),
  ).toMatchObject([{ code: 'commands_failed', severity: 'warning', message: keptSentence() }]);
});

test('a redirection is no failure', () => {
  expect(findingsOf(GET, '+20ms server PSH "-MOVED 1 10.0.0.3:1\\r\\n"')).toEqual([]);
});

test('a slow command is named', () => {
  const [found] = findingsOf(GET, '+20ms server ACK', '+900ms server PSH "$-1\\r\\n"');
  expect(found.code).toBe('server_think_time');
  expect(found.message).toMatch(
    /the longest wait was 0\.\d+ s \(“GET k”\)\.$|the longest wait was \d+ ms \(“GET k”\)\.$/,
  );
});

test('one that waits for news is not slow, nor left unanswered', () => {
  expect(findingsOf(BLPOP, '+900ms server PSH "*-1\\r\\n"', BLPOP, '+900ms client ACK')).toEqual([]);
});

test('in a protocol that is only named, each turn counts', () => {
  // a request of Modbus
  const READ = '"\\u0000\\u0001\\u0000\\u0000\\u0000\\u0006\\u0001\\u0003\\u0000\\u0000\\u0000\\n"';
  expect(findingsOf(`client PSH ${READ}`, '+20ms server ACK', '+900ms server PSH "answer"')).toMatchObject([
    { code: 'slow_answers' },
  ]);
});
