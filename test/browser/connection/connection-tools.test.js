import { accessibilityViolations, describeWithBrowser, idle, press, query } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('the tools of the connection view', () => {
  const { server, ids, visit } = withServer({ captures: ['fast-retransmit.pcap'] });
  let id = '';

  beforeAll(() => {
    id = ids['fast-retransmit.pcap'];
  });

  /** @param {string} [query] @param {import('../support/browser.js').PageOptions} [options] */
  const open = (query = '', options = {}) => visit(`/captures/${id}/connections/0${query}`, options);
  test('the ruler measures from packet to packet by key, by a drag, and stands in the link', async () => {
    const { page, complaints, close } = await open();
    const said = page.locator('.connection [aria-live=polite]');
    await press(page, '.');
    await press(page, 'r');
    await press(page, 'ArrowRight');
    expect(await said.innerText()).toMatch(/^\S+ (ms|µs|s|ns) · \S+ RTT · /);
    const { ruler } = query(page);
    expect(ruler).toMatch(/^[\d.]+-[\d.]+_\d+_\d+$/);
    const box = await page.locator('.plot-overlay').boundingBox();
    if (!box) throw new Error('the diagrams are not there');
    await page.mouse.move(box.x + 300, box.y + 250);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 200);
    await page.mouse.move(box.x + 520, box.y + 160);
    await page.mouse.up();
    await idle(page);
    expect(query(page).ruler).not.toBe(ruler);
    expect(query(page).span).toBeUndefined();
    expect(await said.innerText()).toMatch(/bit\/s$/);
    const kept = query(page).ruler;
    await page.reload();
    await idle(page);
    expect(query(page).ruler).toBe(kept);
    await press(page, 'Escape');
    expect(query(page).ruler).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(
    /** @type {const} */ ([
      ['dark', 1440, 900],
      ['light', 390, 844],
    ]),
  )('whose the time was stands under the first sentence: %s, %d px wide', async (theme, width, height) => {
    const { page, complaints, close } = await open('', { theme, width, height });
    const { time } = await (await fetch(`${server.url}/api/captures/${id}/connections/0/time`)).json();
    const legend = page.getByRole('list', { name: /^Waited .+, by whose turn it was$/ });
    const items = await legend.getByRole('listitem').allInnerTexts();
    expect(items.length).toBeGreaterThan(1);
    expect(items).toEqual(
      time.waits.map((/** @type {{ words: string }} */ { words }) =>
        expect.stringMatching(new RegExp(`^${words} \\S+\\s(s|ms|µs|ns)$`)),
      ),
    );
    const widths = await page
      .locator('.time-shares > span')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    const all = widths.reduce((sum, one) => sum + one, 0);
    expect(Math.abs(widths[0] / all - time.waits[0].seconds / time.waited)).toBeLessThan(0.03);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('find goes from one packet found to the next and back', async () => {
    const { page, complaints, close } = await open();
    const flow = await (await fetch(`${server.url}/api/captures/${id}/connections/0`)).json();
    await press(page, '/');
    await page.keyboard.type('r');
    await press(page, 'Enter');
    const repeats = flow.clientToServer.retransmittedPackets + flow.serverToClient.retransmittedPackets;
    expect(await page.locator('.find-count').innerText()).toBe(`1 of ${repeats}`);
    expect(await page.locator('.card-title').innerText()).toMatch(/^Retransmission/);
    await page.getByRole('combobox', { name: 'Find packets' }).fill('frame 3');
    await press(page, 'Enter');
    expect(await page.locator('.table-row.is-active .cell-frame').innerText()).toBe('3');
    await page.getByRole('combobox', { name: 'Find packets' }).fill('syn');
    await press(page, 'Shift+Enter');
    expect(await page.locator('.table-row.is-active .cell-frame').innerText()).toBe('2');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a note is pinned to a packet, kept with the capture, changed and deleted; its text stays text', async () => {
    const { page, complaints, close } = await open();
    await press(page, '.');
    await press(page, 'n');
    await page.getByRole('textbox', { name: 'Note' }).fill('<img src=x onerror=alert(1)> the SYN');
    await page.keyboard.press('Control+Enter');
    const notes = page.locator('.note-list li');
    await notes.getByText('<img src=x').waitFor();
    expect(await notes.locator('img').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await idle(page);
    expect(await notes.locator('.note-place').innerText()).toMatch(/^0\.\d+ s, frame 2$/);
    await notes.locator('.note-place').click();
    await idle(page);
    expect(query(page).frame).toBe('2');
    await notes.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('shorter');
    await page.getByRole('button', { name: 'Save note' }).click();
    await notes.getByText('shorter').waitFor();
    await notes.getByRole('button', { name: /^Delete/ }).click();
    await notes.first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('the View panel chooses panes, counting, drawing and what the event keys stop at, all in the link', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    const panel = page.getByRole('group', { name: 'What is shown' });
    await panel.getByLabel('Segment sizes').check();
    await panel.getByLabel('Throughput', { exact: true }).uncheck();
    await panel.getByLabel('Absolute sequence numbers').check();
    await panel.getByLabel('Stevens: a dot').check();
    await panel.getByLabel('Throughput over').selectOption('10000000');
    await panel.getByLabel('Keys . and , stop at').selectOption('again');
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, 'Escape');
    expect(query(page)).toEqual({
      v: '1',
      seq: 'wire',
      style: 'stevens',
      panes: 'window,rtt,sizes',
      rate: '10000000',
      events: 'again',
    });
    expect(await page.locator('.pane-title:visible').allInnerTexts()).toEqual(
      expect.arrayContaining(['Sequence number', 'Segments, B']),
    );
    await press(page, '.');
    expect(await page.locator('.connection [aria-live=polite]').innerText()).toMatch(/retransmission/);
    await page.goBack();
    await idle(page);
    expect(query(page).events).toBeUndefined();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await panel.getByRole('button', { name: 'Panes of the XUDP study' }).click();
    await idle(page);
    expect(query(page).panes).toBe('acked,delay,flight');
    expect(await page.locator('.connection-side').innerText()).toMatch(/Mean window, by time\s+[\d.]+ packets/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('values of the panes open by one key', async () => {
    const { page, complaints, close } = await open();
    await press(page, 'v');
    const sheet = page.getByRole('dialog', { name: 'Values in view' });
    expect(await sheet.getByRole('table').getAttribute('aria-label')).toBe('Time–sequence');
    await sheet.getByLabel('Pane').selectOption('rtt');
    expect(await sheet.locator('tbody tr').first().innerText()).toMatch(/ms/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a press on a label says how its figure comes about, a key shows all signs', async () => {
    const { page, complaints, close } = await open();
    const labels = page.locator('.connection-side .figure-label');
    const found = await labels.allInnerTexts();
    expect(found).toEqual(expect.arrayContaining(['Sent', 'Max in flight', 'Congestion control', 'Loss']));
    for (const [i, label] of found.entries()) {
      await labels.nth(i).evaluate((button) => /** @type {HTMLElement} */ (button).click());
      await idle(page);
      const sheet = page.getByRole('dialog', { name: label, exact: true });
      expect(await sheet.innerText()).toMatch(/Here[^]*How[^]*Source[^]*Accuracy/);
      await page.keyboard.press('Escape');
    }
    await press(page, 'Shift+L');
    const signs = page.getByRole('dialog', { name: 'Legend of all marks' });
    expect(await signs.locator('canvas').count()).toBeGreaterThan(25);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('Ctrl+K knows exports and choices; absolute sequence numbers stand in table and card, too', async () => {
    const { page, complaints, close } = await open();
    const { packets } = await (await fetch(`${server.url}/api/captures/${id}/connections/0`)).json();
    const frame = await page.evaluate(async () => {
      const { decodeColumnFrame } = await import(/** @type {any} */ ('/lib/shared/columns/column-frame.js'));
      return decodeColumnFrame(await (await fetch(`/api${location.pathname}/packets`)).arrayBuffer());
    });
    expect(frame.rows).toBe(packets);
    await press(page, 'Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('packets (pcap)');
    expect(await palette.getByRole('option').first().innerText()).toMatch(/^Packets \(pcap\)\s+Export/);
    await palette.getByRole('combobox').fill('absolute sequence numbers');
    await press(page, 'Enter');
    expect(query(page).seq).toBe('wire');
    const numbers = (/** @type {string} */ cells) =>
      page
        .locator(`.table-row:visible .cell-${cells}`)
        .evaluateAll((found) => found.map((cell) => (cell.textContent ?? '').replace(/\D/g, '')));
    const { isn } = frame.meta;
    const wire = (/** @type {number} */ direction, /** @type {number} */ offset) =>
      String((isn[direction] + offset) % 2 ** 32);
    expect((await numbers('sequence'))[0]).toBe(wire(0, 0));
    expect((await numbers('ack'))[1]).toBe(wire(0, 1));
    await press(page, '.');
    const [, card] = /** @type {RegExpExecArray} */ (
      /sequence ([\d\s]+)/.exec(await page.locator('.hover-card').innerText())
    );
    expect([wire(0, 0), wire(1, 0)]).toContain(card.replace(/\D/g, ''));
    expect(complaints).toEqual([]);
    await close();
  });

  test('with reduced motion nothing moves by itself', async () => {
    const { page, close } = await open();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await press(page, '.');
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving).toBe(0);
    await close();
  });

  test.each(
    /** @type {const} */ ([
      [390, 844, 'light'],
      [1920, 1080, 'dark'],
    ]),
  )('axe finds nothing at %i × %i, %s', async (width, height, theme) => {
    const { page, complaints, close } = await open('?panes=window,rtt,throughput,acked,delay,flight,sizes', {
      width,
      height,
      theme,
    });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('fingers: one pans, two zoom, one measures while the ruler is on', async () => {
    const { page, complaints, close } = await open('?zoom=0.05-0.15', { width: 390, height: 844 });
    const box = await page.locator('.plot-overlay').boundingBox();
    if (!box) throw new Error('the diagrams are not there');
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {'touchStart'|'touchMove'|'touchEnd'} */ type, /** @type {[number, number][]} */ points) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], i) => ({ x: box.x + x, y: box.y + y, id: i })),
      });
    const zoom = () => (query(page).zoom ?? '').split('-').map(Number);
    const before = zoom();
    await touch('touchStart', [
      [150, 250],
      [250, 250],
    ]);
    for (const step of [20, 40, 60]) {
      await touch('touchMove', [
        [150 - step, 250],
        [250 + step, 250],
      ]);
    }
    await touch('touchEnd', []);
    await idle(page);
    expect(zoom()[1] - zoom()[0]).toBeLessThan(before[1] - before[0]);
    const zoomed = zoom();
    await touch('touchStart', [[250, 250]]);
    for (const x of [230, 210, 180]) await touch('touchMove', [[x, 250]]);
    await touch('touchEnd', []);
    await idle(page);
    expect(zoom()[0]).toBeGreaterThan(zoomed[0]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('panes are folded by a press and moved by key or drag; both stand in the link', async () => {
    const { page, complaints, close } = await open();
    const grips = page.locator('.pane-grip');
    const grip = (/** @type {string} */ words) => page.getByRole('button', { name: words, exact: false }).and(grips);
    const heights = async () =>
      Object.fromEntries(
        await grips.evaluateAll((all) =>
          all.map((one) => [one.textContent?.split(',')[0], one.closest('.pane-head')?.clientHeight ?? 0]),
        ),
      );
    const before = await heights();
    await grip('Round trip').click();
    await idle(page);
    expect([query(page).fold, await grip('Round trip').getAttribute('aria-expanded')]).toEqual(['rtt', 'false']);
    expect((await heights())['Round trip']).toBeLessThan(before['Round trip']);
    await grip('Throughput').focus();
    await press(page, 'Alt+ArrowUp');
    expect(query(page).panes).toBe('window,throughput,rtt');
    const from = await grip('Throughput').boundingBox();
    const to = await grip('Window').boundingBox();
    if (!from || !to) throw new Error('the panes are not there');
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, from.y - 20);
    await page.mouse.move(to.x + 20, to.y + 8);
    await page.mouse.up();
    await idle(page);
    expect(query(page)).toEqual({ v: '1', panes: 'throughput,window,rtt', fold: 'rtt' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await idle(page);
    const tops = await Promise.all(
      ['Throughput', 'Window', 'Round trip'].map(async (words) => (await grip(words).boundingBox())?.y ?? NaN),
    );
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(complaints).toEqual([]);
    await close();
  });

  test('on a phone a button lays the ruler', async () => {
    const { page, complaints, close } = await open('?zoom=0.05-0.15', { width: 390, height: 844 });
    const button = page.getByRole('button', { name: 'Ruler', exact: true });
    await button.click();
    await idle(page);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    const box = await page.locator('.plot-overlay').boundingBox();
    if (!box) throw new Error('the diagrams are not there');
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {'touchStart'|'touchMove'|'touchEnd'} */ type, /** @type {[number, number][]} */ points) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y]) => ({ x: box.x + x, y: box.y + y })),
      });
    await touch('touchStart', [[120, 240]]);
    for (const x of [150, 200, 260]) await touch('touchMove', [[x, 220]]);
    await touch('touchEnd', []);
    await idle(page);
    expect(query(page).ruler).toMatch(/^[\d.]+-[\d.]+_-?\d+_-?\d+$/);
    await button.click();
    await idle(page);
    expect([query(page).ruler, await button.getAttribute('aria-pressed')]).toEqual([undefined, 'false']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('details that have no room beside the diagram open over it, and close by a touch beside them, their cross, Esc and a finding', async () => {
    const { page, complaints, close } = await open('', { width: 390, height: 844 });
    const details = page.getByRole('button', { name: 'Details', exact: true });
    const side = page.locator('.connection-side');
    const opened = async () => {
      await details.tap();
      expect(await side.isVisible()).toBe(true);
    };
    await opened();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.touchscreen.tap(120, 120);
    expect(await side.isVisible()).toBe(false);
    expect(query(page).sel).toBeUndefined();
    await opened();
    await page.getByRole('button', { name: 'Close the details' }).tap();
    expect(await side.isVisible()).toBe(false);
    await opened();
    await page.keyboard.press('Escape');
    expect([await side.isVisible(), await details.evaluate((element) => element === document.activeElement)]).toEqual([
      false,
      true,
    ]);
    await opened();
    await side.locator('.finding').first().tap();
    expect(await side.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect([await side.isVisible(), await page.getByRole('button', { name: 'Close the details' }).isVisible()]).toEqual(
      [true, false],
    );
    expect(complaints).toEqual([]);
    await close();
  });
});
