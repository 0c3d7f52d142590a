import { pcap, script } from '../../support/packets/packets.js';
import {
  accessibilityViolations,
  describeWithBrowser,
  idle,
  press,
  query,
  sidewaysOverflow,
} from '../support/browser.js';
import { withServer } from '../support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

const names = [
  'fast-retransmit.pcap',
  'node-keep-alive.pcap',
  'zero-window.pcap',
  'hostile-text.pcap',
  'refused.pcap',
  'mux-1998.pcap',
];

describeWithBrowser('the connection view', () => {
  const { server, ids: captures, visit } = withServer({ captures: names });

  /** @param {string} name @param {string} [query] @param {import('../support/browser.js').PageOptions} [options] */
  const open = (name, query = '', options = {}) => visit(`/captures/${captures[name]}/connections/0${query}`, options);

  /** @param {string} name @returns {Promise<any>} the connection as the server describes it */
  const described = async (name) => (await fetch(`${server.url}/api/captures/${captures[name]}/connections/0`)).json();

  /** Drags across the plots. @param {Page} page @param {number} from share of the width @param {number} to */
  async function drag(page, from, to) {
    const box = await page.locator('.plot-overlay').boundingBox();
    if (!box) throw new Error('the diagrams are not there');
    const at = (/** @type {number} */ share) => box.x + 164 + share * (box.width - 178);
    await page.mouse.move(at(from), box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(at((from + to) / 2), box.y + box.height / 2);
    await page.mouse.move(at(to), box.y + box.height / 2);
    await page.mouse.up();
    await idle(page);
  }

  test('says who talks to whom, and draws as many packets as there are', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const flow = await described('fast-retransmit.pcap');
    expect(await page.locator('h1').innerText()).toContain(`${flow.client.address}:${flow.client.port}`);
    expect(await page.locator('.verdict').innerText()).toMatch(/retransmitted/);
    expect(await page.locator('.plot-data').getAttribute('aria-label')).toContain(`${flow.packets} packets`);
    expect(await page.getByRole('grid', { name: 'Packets' }).getAttribute('aria-rowcount')).toBe(
      String(flow.packets + 1),
    );
    const inked = await page.locator('.plot-data').evaluate((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const pixels =
        /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return pixels.filter((/** @type {number} */ value, /** @type {number} */ i) => i % 4 === 3 && value > 0).length;
    });
    expect(inked).toBeGreaterThan(10_000);
    expect(complaints).toEqual([]);
    await close();
  });

  test('goes from event to event by key, keeps a card open, and brings it back after a reload', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const said = page.locator('.connection [aria-live=polite]');
    for (let i = 0; i < 20 && !/retransmission/.test(await said.innerText()); i++) await press(page, '.');
    expect(await said.innerText()).toMatch(/^frame \d+, retransmission.*, \d+ bytes, \d+\.\d{3} s$/);
    expect(await page.locator('.card-title').innerText()).toMatch(/^Retransmission/);
    expect(await page.locator('.card-lines').innerText()).toMatch(/First sent\s+in frame \d+/);
    await press(page, 'Enter');
    const frame = /frame (\d+)/.exec(await said.innerText())?.[1];
    expect(query(page).frame).toBe(frame);
    await page.reload();
    await idle(page);
    expect(await page.locator('.card-corner').innerText()).toBe(`frame ${frame}`);
    expect(await page.locator('.table-row.is-active .cell-frame').innerText()).toBe(frame);
    await press(page, 'Escape');
    expect(await page.locator('.hover-card').isHidden()).toBe(true);
    expect(query(page).frame).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the card of a repeat tells whether it was needed, by what evidence, and what Wireshark says', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const said = page.locator('.connection [aria-live=polite]');
    for (let i = 0; i < 20 && !/retransmission/.test(await said.innerText()); i++) await press(page, '.');
    const lines = await page.locator('.card-lines').innerText();
    expect(lines).toMatch(/Needed\s+\S/);
    expect(lines).toMatch(/Confidence\s+\d+ %/);
    expect(lines).toMatch(/Wireshark\s+.*retransmission/);
    expect(await page.locator('.card-list li').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('while the pointer is in the plots each legend says the values there, and afterwards its words again', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const lines = () =>
      page
        .locator('.legend li')
        .evaluateAll((all) =>
          all.map((line) => ({
            pane: line.closest('.pane-head')?.className ?? '',
            text: line.textContent,
            name: line.querySelector('button')?.getAttribute('aria-label'),
            isValue: line.classList.contains('is-value'),
          })),
        );
    const before = await lines();
    const box = /** @type {{ x: number, y: number, width: number }} */ (
      await page.locator('.plot-overlay').boundingBox()
    );
    expect(before.filter(({ isValue }) => isValue)).toEqual([]);
    for (const share of [0.4, 0.6]) await page.mouse.move(box.x + share * box.width, box.y + 250);
    await idle(page);
    const read = await lines();
    const changed = read.filter((line, i) => line.text !== before[i].text);
    expect(read.filter(({ isValue }) => isValue)).toEqual(changed);
    expect(
      ['sequence', 'window', 'rtt', 'throughput'].filter((pane) => !changed.some((line) => line.pane.includes(pane))),
    ).toEqual([]);
    const acknowledged = read.findIndex(({ name }) => name?.startsWith('Acknowledged'));
    expect(read[acknowledged].text).toMatch(/^Acked \d/);
    expect(read[acknowledged].name).toBe(`Acknowledged: ${read[acknowledged].text}`);
    await page.mouse.move(box.x + 40, box.y - 20);
    await idle(page);
    expect(await lines()).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the legend lists what occurs, and switches it off and on, in the URL too', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const legend = page.locator('.pane-head-sequence .legend');
    expect(await legend.innerText()).toMatch(/Retransmitted/);
    expect(await legend.innerText()).not.toMatch(/Zero window/);
    const pixels = () =>
      page.locator('.plot-data').evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
    const before = await pixels();
    const repeats = legend.getByRole('button', { name: 'Retransmitted' });
    await repeats.click();
    await idle(page);
    expect(await repeats.getAttribute('aria-pressed')).toBe('false');
    expect(await pixels()).not.toBe(before);
    await page.waitForURL(/hide=repair/);
    await page.reload();
    await idle(page);
    expect(await repeats.getAttribute('aria-pressed')).toBe('false');
    await repeats.click();
    await page.waitForURL((url) => !url.searchParams.has('hide'));
    expect(complaints).toEqual([]);
    await close();
  });

  test('says where it was captured, lists the loss episodes and zooms to one', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const { lossEpisodes } = await described('fast-retransmit.pcap');
    expect(await page.locator('.facts').innerText()).toMatch(/Captured\s+(probably )?(near the|between|where)/);
    expect(await page.locator('.connection-side').innerText()).toMatch(/Where it was captured/);
    const episodes = page.getByRole('table', { name: 'Loss episodes' }).locator('tbody tr');
    expect(await episodes.count()).toBe(lossEpisodes.length);
    const gaps = await episodes.first().evaluate((row) => {
      const texts = [...row.children].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      });
      return texts.slice(1).map(({ left }, i) => left - texts[i].right);
    });
    // A space that parts thousands is 3 px.
    expect(Math.min(...gaps)).toBeGreaterThan(6);
    // Headless browsers hide scroll bars; a thin one takes 10 px from the list, and as many from the column.
    const isTooWide = await page.locator('.connection-side').evaluate((side) => {
      const scroller = /** @type {HTMLElement} */ (side.querySelector('.side-scroller'));
      for (const element of [side, scroller]) element.style.borderRight = '10px solid';
      return scroller.scrollWidth > scroller.clientWidth;
    });
    expect(isTooWide).toBe(false);
    const trips = page.locator('.side-lines div').filter({ hasText: 'RTT min/med/p95' });
    expect([await trips.locator('dd').innerText(), (await trips.boundingBox())?.height]).toEqual([
      expect.stringMatching(/\d\u00a0ms$/),
      24,
    ]);
    await episodes.first().getByRole('button').click();
    await idle(page);
    const [start, end] = query(page).zoom.split('-').map(Number);
    const { start: from, end: to } = lossEpisodes[0];
    expect(start).toBeLessThanOrEqual(from);
    expect(end).toBeGreaterThanOrEqual(to);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a message inside MUX names its carrier and its session', async () => {
    const { page, complaints, close } = await open('mux-1998.pcap');
    expect(await page.locator('.connection-head').innerText()).toContain('over MUX');
    for (
      let i = 0;
      i < 10 &&
      !/^GET/.test(
        await page
          .locator('.card-title')
          .allInnerTexts()
          .then((all) => all.join('')),
      );
      i++
    ) {
      await press(page, 'ArrowRight');
      await press(page, 'ArrowUp');
    }
    expect(await page.locator('.card-lines').innerText()).toMatch(/Session\s+[24]/);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a drag selects, Z zooms to it, the browser's back and Backspace undo it", async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    await drag(page, 0.3, 0.6);
    expect(query(page).span).toMatch(/^[\d.]+-[\d.]+$/);
    expect(await page.getByRole('heading', { name: 'Selection' }).count()).toBe(1);
    await press(page, 'z');
    const { zoom } = query(page);
    expect(zoom).toMatch(/^[\d.]+-[\d.]+$/);
    expect(await page.locator('.facts').innerText()).toContain('whole connection');
    await page.goBack();
    await idle(page);
    expect(query(page).zoom).toBeUndefined();
    expect(await page.locator('.facts').innerText()).toContain('RTT min');
    await page.goForward();
    await idle(page);
    expect(query(page).zoom).toBe(zoom);
    await press(page, 'w');
    expect(query(page).zoom).not.toBe(zoom);
    await press(page, 'Backspace');
    expect(query(page).zoom).toBe(zoom);
    await press(page, 'f');
    expect(query(page).zoom).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the packet table begins where the view does', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    await drag(page, 0.4, 0.8);
    await page.mouse.move(2, 2);
    await press(page, 'z');
    const start = Number(await page.getByRole('slider', { name: 'First moment' }).getAttribute('aria-valuenow'));
    const times = await page
      .locator('.table-row:visible .cell-time')
      .evaluateAll((cells) => cells.map((cell) => Number((cell.textContent ?? '').replace(/\u202f/g, ''))));
    expect(times[0]).toBeGreaterThanOrEqual(start);
    expect(times[0]).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("Ctrl and wheel zooms at the pointer, the overview's handles move by key", async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    await page.mouse.move(700, 400);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await page.waitForURL(/zoom=/);
    await press(page, 'f');
    await page.getByRole('slider', { name: 'First moment in view' }).focus();
    await press(page, 'ArrowRight');
    expect(query(page).zoom).toMatch(/^0\.\d+-/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('in the overview a handle and the frame are dragged, beside it a drag takes another part and a press moves it', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const box = await page.locator('.overview-brush').boundingBox();
    if (!box) throw new Error('the overview is not there');
    const { x, y, width, height } = box;
    const shares = async () => {
      await idle(page);
      const wholeS = 0.161;
      return query(page)
        .zoom.split('-')
        .map((/** @type {string} */ at) => Number(at) / wholeS);
    };
    /** @param {number} from @param {number} to */
    const pull = async (from, to) => {
      await page.mouse.move(x + width * from, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width * to, y + height / 2, { steps: 5 });
      await page.mouse.up();
      return shares();
    };
    expect((await pull(0.999, 0.5))[1]).toBeCloseTo(0.5, 1);
    const [from, to] = await pull(0.25, 0.45);
    expect(from).toBeCloseTo(0.2, 1);
    expect(to).toBeCloseTo(0.7, 1);
    const other = await pull(0.85, 0.95);
    expect(other[0]).toBeCloseTo(0.85, 1);
    expect(other[1]).toBeCloseTo(0.95, 1);
    await page.mouse.click(x + width * 0.4, y + height / 2);
    const pressed = await shares();
    expect((pressed[0] + pressed[1]) / 2).toBeCloseTo(0.4, 1);
    expect(pressed[1] - pressed[0]).toBeCloseTo(other[1] - other[0], 3);
    expect(complaints).toEqual([]);
    await close();
  });

  test('direction and units are switched, stand in the URL and survive a reload', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const title = await page.locator('h1').innerText();
    await press(page, 'Shift+D');
    expect((await page.locator('h1').innerText()).split(' → ').reverse().join(' → ')).toBe(title);
    await page.getByRole('button', { name: 'RTT', exact: true }).click();
    await idle(page);
    expect(await page.locator('.pane-head-axis').innerText()).toMatch(/^RTTs of/);
    const before = query(page);
    expect(before).toMatchObject({ unit: 'rtt', dir: expect.stringMatching(/^(c2s|s2c)$/) });
    await page.reload();
    await idle(page);
    expect(query(page)).toEqual(before);
    expect(await page.getByRole('button', { name: 'RTT', exact: true }).getAttribute('aria-pressed')).toBe('true');
    expect(complaints).toEqual([]);
    await close();
  });

  test('the table is walked by key and leads the diagrams', async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    const table = page.getByRole('grid', { name: 'Packets' });
    await table.focus();
    await press(page, 'ArrowDown');
    await press(page, 'ArrowDown');
    expect(await page.locator('.table-row.is-active .cell-frame').innerText()).toBe('2');
    await press(page, 'End');
    const flow = await described('node-keep-alive.pcap');
    expect(await page.locator('.table-row.is-active').getAttribute('aria-rowindex')).toBe(String(flow.packets + 1));
    await press(page, 'Enter');
    expect(query(page).frame).toBe(
      (await page.locator('.table-row.is-active .cell-frame').innerText()).replaceAll('\u202f', ''),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test('a packet leads to its message and back', async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    await press(page, 'ArrowRight');
    await press(page, 'ArrowUp');
    expect(await page.locator('.card-title').innerText()).toMatch(/^(GET|POST|HEAD|PUT) /);
    expect(await page.locator('.card-lines').innerText()).toMatch(/Response\s+\d{3}/);
    await press(page, 'ArrowDown');
    expect(await page.locator('.card-corner').innerText()).toMatch(/^frame \d+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('captured text stays text', async () => {
    const { page, complaints, close } = await open('hostile-text.pcap');
    await press(page, 'ArrowRight');
    await press(page, 'ArrowUp');
    expect(await page.locator('.connection img, .connection script, .connection iframe').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a closed window and a refused connection are said in words', async () => {
    const zero = await open('zero-window.pcap');
    expect(await zero.page.locator('.verdict').innerText()).toMatch(/window .*closed for/i);
    await zero.close();
    const refused = await open('refused.pcap');
    expect(await refused.page.locator('.verdict').innerText()).toMatch(/No data .*Reset by the server/);
    expect(refused.complaints).toEqual([]);
    await refused.close();
  });

  test('a reset that ended an earlier connection of the same ports is not said to be of this one', async () => {
    const bytes = Buffer.from(
      pcap(
        script(
          'client SYN mss 1460 sack ts',
          '+40ms server ACK 5000 seq 70000',
          '+50us client RST NOACK seq 5000',
          '+1s client SYN seq 0 mss 1460 sack ts',
          '+40ms server SYN-ACK seq 0 mss 1460 sack ts',
          'client ACK',
          '+1ms client PSH data 500',
          '+40ms server PSH data 900',
          '+40ms client ACK',
        ),
      ),
    );
    const sent = await fetch(`${server.url}/api/captures?name=earlier.pcap`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const {
      capture: { id },
    } = await sent.json();
    const { page, complaints, close } = await visit(`/captures/${id}/connections/0`);
    const verdict = page.locator('.verdict').getByText('Stale connection');
    await verdict.waitFor();
    expect(await page.locator('.verdict').innerText()).not.toContain('Reset by');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a connection that is not there is said to be missing', async () => {
    const capture = `/captures/${captures['refused.pcap']}`;
    for (const view of ['/connections/99', '/connections/99/messages', '/whatif?flow=99']) {
      const { page, close } = await visit(capture + view);
      expect(await page.getByRole('alert').innerText()).toContain('There is no such connection');
      expect([
        await page.getByRole('navigation', { name: 'Views' }).isVisible(),
        await page.locator('canvas, input[type=range]').count(),
      ]).toEqual([false, 0]);
      await page.getByRole('link', { name: 'All connections' }).click();
      await page.waitForURL((url) => url.pathname === capture);
      await close();
    }
  });

  test('a phone shows it in one column, and a tap opens the sheet', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap', '', { width: 390, height: 844 });
    expect(await sidewaysOverflow(page)).toBe(0);
    await press(page, '.');
    const sheet = await page.locator('.hover-card').boundingBox();
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(844);
    expect(sheet?.width).toBe(390);
    expect(complaints).toEqual([]);
    await close();
  });
});
