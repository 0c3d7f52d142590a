/** What a filter asks about connections, of captures. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { takeExaminer } from '../../lib/analysis/take-examiner.js';
import { KINDS } from '../../lib/insight/findings/all-kinds.js';
import { compileFilter } from '../../lib/shared/filter/compile.js';
import { FIELDS } from '../../lib/shared/filter/fields.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+10ms client ACK'];
const analysis = new OpenedAnalysis({ keepMessages: true });
analysis.ingest.push(
  pcap(
    merge(
      script(
        {},
        ...OPEN,
        '+1ms client PSH "POST /form HTTP/1.1\\r\\nHost: a.example\\r\\nContent-Length: 0\\r\\n\\r\\n"',
        '+20ms server PSH "HTTP/1.1 503 Busy\\r\\nContent-Length: 0\\r\\n\\r\\n"',
        '+10ms client ACK',
        '+20ms server RST',
      ),
      script(
        { client: '10.0.0.9:5000' },
        '+200ms client SYN mss 1460',
        '+20ms server SYN-ACK mss 1460',
        '+10ms client ACK',
        '+1ms client PSH "GET /style.css HTTP/1.1\\r\\nHost: b.example\\r\\n\\r\\n"',
        '+300ms client again 1',
        '+20ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
        '+10ms client ACK',
      ),
      script({ client: '[2001:db8::1]:7000', server: '[2001:db8::2]:80' }, '+400ms client SYN'),
    ),
  ),
);
analysis.ingest.end();
beforeAll(() => takeExaminer(analysis, false));

/** @param {string} text */
function found(text) {
  const { filtered, count } = analysis.connections;
  const fits = compileFilter(text)({
    reader: (name) => filtered.reader(name),
    whole: (name) => filtered.whole(name),
    hasFrame: (index, from, to) => filtered.hasFrame(index, from, to),
    text: (index) => analysis.connections.searchText(index),
  });
  return Array.from({ length: count }, (_, index) => index).filter(fits);
}

test.each([
  ['http.request.method == POST', [0]],
  ['http.request.method', [0, 1]],
  ['http.response.code >= 500', [0]],
  ['status in {200..299}', [1]],
  ['http.host == b.example', [1]],
  ['http.request.uri matches "\\.css$"', [1]],
  ['ip.addr == 2001:db8::/32', [2]],
  ['ip.version == 6', [2]],
  ['tcp.port == 5000', [1]],
  ['tcp.stream == 1', [1]],
  ['tcp.flags.reset == 1', [0]],
  ['tcp.flags.syn', [0, 1, 2]],
  ['tcp.analysis.retransmission', [1]],
  ['tcp.analysis.flags && !(ip.version == 6)', [1]],
  ['tcp.analysis.initial_rtt > 20 ms', [0, 1]],
  ['frame.number == 4', [0]],
  ['frame.number in {1..2}', [0]],
  ['finding == connection_refused', []],
  ['finding contains reset', [0]],
  ['finding contains unanswered', [2]],
  ['severity in {error, warning} && status >= 500', [0]],
  ['http/1.1', [0, 1]],
  ['protocol == http', [0, 1]],
  ['protocol == http/1.1', [0, 1]],
  ['protocol != http', []],
])('%s finds %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('every field can be read of every connection', () => {
  for (const { name, kind } of FIELDS) {
    if (kind === 'frame') continue;
    const read = analysis.connections.filtered.reader(name);
    for (let index = 0; index < analysis.connections.count; index++) {
      expect([name, read(index)]).not.toContain(undefined);
    }
  }
});

test('findings that are offered are findings', () => {
  const offered = FIELDS.find(({ name }) => name === 'finding')?.values ?? [];
  expect(offered.filter((code) => !Object.hasOwn(KINDS, code))).toEqual([]);
});
