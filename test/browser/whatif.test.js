import { accessibilityViolations, describeWithBrowser, fixture, idle, sidewaysOverflow } from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('what if', () => {
  const { server, ids, visit } = withServer({ captures: ['curl-several.pcap'] });
  let address = '';

  beforeAll(() => {
    address = `${server.url}/captures/${ids['curl-several.pcap']}/whatif`;
  });

  test("a slider's move is answered, stands in the URL, and can be taken back", async () => {
    const { page, complaints, close } = await visit(address);
    const headline = page.locator('.whatif-headline strong');
    await headline.waitFor();
    const before = await headline.innerText();
    const slider = page.getByRole('slider', { name: 'Round trip' });
    let release = () => undefined;
    const held = new Promise((resolve) => void (release = () => void resolve(null)));
    await page.route(/whatif\?.*rtt=1000ms/, (route) => held.then(() => route.continue()));
    await slider.press('End');
    await page.waitForURL(/rtt=1000ms/);
    await page.getByText(/^Replaying the traffic: \d+ s so far$/).waitFor();
    release();
    await page.getByText('instead of').waitFor();
    await idle(page);
    expect(await headline.innerText()).toMatch(/ instead of /);
    expect(await slider.getAttribute('aria-valuetext')).toBe('1\u202f000 ms');
    const answer = await (await fetch(`${address.replace('/captures/', '/api/captures/')}?rtt=1000ms`)).json();
    expect(answer.prediction.seconds).toBeGreaterThan(1);
    expect(
      await page
        .getByRole('row', { name: /^100 %/ })
        .locator('td')
        .count(),
    ).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^was / }).click();
    await page.waitForURL((url) => !url.searchParams.has('rtt'));
    await idle(page);
    expect(await headline.innerText()).toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a button asks for another protocol, for which requests do not wait behind one another', async () => {
    const { page, complaints, close } = await visit(address);
    const pipelining = page.getByRole('slider', { name: 'Pipelining depth' });
    const http2 = page.getByRole('button', { name: 'HTTP/2', exact: true });
    await pipelining.waitFor();
    expect(await page.getByRole('button', { name: 'HTTP/1.1', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await http2.click();
    await page.waitForURL((url) => url.searchParams.get('protocol') === 'http/2');
    // Made anew, this capture's requests replay more than 15 % off: the reason stands there and nothing else.
    const { refusal } = await (
      await fetch(`${address.replace('/captures/', '/api/captures/')}?protocol=http/2`)
    ).json();
    expect(refusal).toMatch(/ %: above 15 % there is no prediction/);
    await page.getByText(refusal).waitFor();
    await idle(page);
    expect(await page.locator('.whatif-main').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Taken for granted' }).isVisible()).toBe(false);
    expect([await http2.getAttribute('aria-pressed'), await pipelining.isVisible()]).toEqual(['true', false]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'was HTTP/1.1' }).click();
    await page.waitForURL((url) => !url.searchParams.has('protocol'));
    await idle(page);
    expect(await pipelining.isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test('requests stand side by side, and the replay opens beside the capture', async () => {
    const { page, complaints, close } = await visit(`${address}?rtt=200ms`);
    const requests = page.getByRole('region', { name: 'Requests' });
    await requests.getByText('All requests as a table').click();
    await requests.locator('tbody tr').nth(1).waitFor();
    const canvas = requests.locator('canvas');
    const box = await canvas.boundingBox();
    await page.mouse.move(Number(box?.x) + 200, Number(box?.y) + 54);
    await requests.getByText(/^1 .*replayed.*predicted/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Compare packet by packet' }).click();
    await page.waitForURL(/\/compare\?of=/);
    await page.getByText('what if rtt 200ms').first().waitFor();
    await idle(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a capture without data says why there is no answer', async () => {
    const id = await server.upload(fixture('refused.pcap'));
    const { page, complaints, close } = await visit(`/captures/${id}/whatif`);
    expect(await page.getByText('no TCP connection with data').isVisible()).toBe(true);
    // There is nothing to set where nothing can be asked, and a refusal is no error.
    expect([await page.getByRole('slider').filter({ visible: true }).count(), complaints]).toEqual([0, []]);
    await close();
  });

  test('fits a phone', async () => {
    const { page, close } = await visit(address, { width: 390, height: 844, theme: 'light' });
    await page.locator('.whatif-headline strong').waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await close();
  });
});
