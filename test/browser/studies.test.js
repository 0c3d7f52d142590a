import { accessibilityViolations, describeWithBrowser, idle, sidewaysOverflow } from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('studies', () => {
  const { server, visit } = withServer();

  test('from the captures to a study, run as a draft, with its claims, figures and captures', async () => {
    const { page, complaints, close } = await visit();
    await page.getByRole('banner').getByRole('link', { name: 'Studies' }).click();
    await page.getByRole('link', { name: 'The initial window' }).click();
    await page.getByRole('button', { name: 'Draft' }).click();
    await page.getByRole('heading', { name: 'Published claims: 3 of 3 within their tolerance' }).waitFor();
    const drawing = page.getByRole('img', { name: 'Round trips from the request to the last byte' });
    await drawing.waitFor();
    await idle(page);
    expect(await page.getByRole('row', { name: /^IW-before / }).innerText()).toMatch(
      /1\.51\s+s, 6\.02\s+round\s+trips.*pass/s,
    );
    const line = await drawing.locator('path[stroke-width="1.5"]').evaluate((path) => getComputedStyle(path).stroke);
    await page.keyboard.press('t');
    expect(
      await drawing.locator('path[stroke-width="1.5"]').evaluate((path) => getComputedStyle(path).stroke),
    ).not.toBe(line);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PNG' }).first().click();
    expect((await saved).suggestedFilename()).toBe('initcwnd.png');
    await page.getByText('As a table').click();
    const points = page
      .getByRole('group', { name: 'Round trips from the request to the last byte' })
      .last()
      .getByRole('row');
    await points.last().waitFor();
    expect(await points.count()).toBe(13);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'initcwnd-10' }).click();
    await page.waitForURL(/\/captures\/\w+$/);
    await page.locator('.vt-row', { hasText: '192.0.2.1' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('fits a phone, in light and with what was found before', async () => {
    const { page, close } = await visit(`/studies/initcwnd`, { width: 390, height: 844, theme: 'light' });
    const drawing = page.getByRole('img', { name: 'Round trips from the request to the last byte' });
    await drawing.waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(
      await drawing.evaluate(
        ({ parentElement }) => parentElement !== null && parentElement.scrollWidth > parentElement.clientWidth,
      ),
    ).toBe(false);
    const claims = page.getByRole('group', { name: 'Claims' });
    const claim = claims.getByRole('row', { name: /^IW-before / });
    expect(await claims.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await claim.getByRole('cell').count()).toBe(7);
    expect(
      await claim
        .getByRole('cell')
        .nth(3)
        .evaluate((cell) => getComputedStyle(cell, '::before').content),
    ).toBe('"Measured"');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(`${server.url}/studies`);
    await page.getByRole('link', { name: 'XUDP' }).waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    await close();
  });

  test('a study that takes a load has a form, says what cannot be used, and fits a phone', async () => {
    const { page, close } = await visit('/studies/nz-us', { width: 390, height: 844 });
    await page.getByRole('link', { name: 'Run it with your own load and link' }).click();
    await page
      .getByLabel('File with requests')
      .setInputFiles({ name: 'access.log', mimeType: 'text/plain', buffer: Buffer.from('no log\n') });
    await page.getByRole('option', { name: 'access.log' }).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Load', { exact: true }).inputValue()).toBe('file');
    await page.getByLabel('Link rate to clients').fill('10');
    await page.getByRole('button', { name: 'Draft' }).click();
    await page.getByText('rate must have a unit, as 100Mbit.').waitFor();
    await page.getByLabel('Link rate to clients').fill('10Mbit');
    await page.getByRole('button', { name: 'Draft' }).click();
    await page.getByText('access.log: Line 1 is in no known log format').waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await close();
  });

  test('a study that is not there says so', async () => {
    const { page, close } = await visit(`/studies/nothing`);
    await page.getByText('There is no study with this name').waitFor();
    await close();
  });
});

describeWithBrowser('a fleet', () => {
  const { visit } = withServer({ indexed: ['zero-window.pcap', 'path-six.pcap', 'curl-parallel.pcap'] });

  test('questions are answered by plot and table, in SQL too, and a row opens its connection', async () => {
    const { page, complaints, close } = await visit();
    await page.getByRole('link', { name: 'Fleet' }).click();
    await page.getByRole('img', { name: /^Connections over time, by what limited them, from / }).waitFor();
    await page.getByRole('link', { name: 'Worst servers' }).click();
    const worst = page.getByRole('table', { name: /^Servers, by time/ });
    await worst.waitFor();
    expect(await page.locator('.fleet-bars li').count()).toBeGreaterThan(0);
    expect(await page.locator('.fleet-bars-figure figcaption').innerText()).toBe('Lost');
    expect(await page.locator('.fleet-bar-name').first().innerText()).toBe('example.test:80');
    await worst.getByRole('link').first().click();
    const behind = page.getByRole('table', {
      name: 'Servers, by time lost to findings: connections of example.test, 80',
    });
    await behind
      .getByRole('button', { name: /^Open connection/ })
      .first()
      .waitFor();
    await page.goBack();
    await worst.waitFor();
    await page.getByRole('link', { name: 'Round trips by hour' }).click();
    const drawing = page.getByRole('img', { name: 'RTT to servers, by hour' });
    await drawing.waitFor();
    expect(await drawing.locator('circle').count()).toBe(
      2 * ((await page.getByRole('table', { name: 'RTT to servers, by hour' }).getByRole('row').count()) - 1),
    );
    const sql = page.getByLabel('SQL query');
    await sql.fill('CREATE TABLE mine AS SELECT 1');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Only SELECT is allowed: the tables are read-only.').waitFor();
    await sql.fill("SELECT '<b>text</b>' AS hostile, 1234567 AS figure, 0.25 AS lost_seconds");
    await sql.press('Control+Enter');
    const answer = page.getByRole('table', { name: 'Result' });
    await answer.waitFor();
    expect(await answer.getByRole('cell').allInnerTexts()).toEqual(['<b>text</b>', '1\u202f234\u202f567', '0.25 s']);
    await page.getByRole('link', { name: 'Worst connections' }).click();
    await page
      .getByRole('button', { name: /^Open connection/ })
      .first()
      .click();
    await page.waitForURL(/\/captures\/\w+\/connections\/\d+/);
    await idle(page);
    await page.goto(page.url().replace(/captures.*/, 'fleet?ask=captures'));
    await page.getByRole('button', { name: 'Open capture' }).nth(2).click();
    await page.waitForURL(/\/captures\/\w+$/);
    await page.locator('.vt-row').first().waitFor();
    await idle(page);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    await close();
  });

  test('a watch shows its last minutes, and further back what is chosen, to the capture of a minute', async () => {
    const { page, complaints, close } = await visit('/fleet');
    await page.getByRole('link', { name: 'tap' }).click();
    await page.getByText(/^Nothing was read between/).waitFor();
    const began = 1_700_000_000;
    await page.goto(page.url().replace(/watch=.*/, `watch=tap&from=${began - 86_400}&to=${began + 86_400}`));
    const drawing = page.getByRole('img', { name: 'Packets per second' });
    await drawing.click();
    await page.waitForURL(/from=\d+&to=\d+$/);
    await page.goto(page.url().replace(/from=.*/, `from=${began - 100}&to=${began + 100}`));
    const listed = page.getByRole('table', { name: /^Connections between 14 Nov 22:11 and 14 Nov 22:15/ });
    expect(await listed.getByRole('row').nth(1).innerText()).toMatch(/10\.0\.0\.1 40000.*Zero window/s);
    expect(await accessibilityViolations(page)).toEqual([]);
    await idle(page);
    await drawing.click();
    await page.waitForURL(/\/captures\/\w+$/);
    await page.locator('.vt-row').first().waitFor();
    await idle(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
