import { capturePath, connectionPath, formatQuery, parsePlace } from '../../../client/state/router.js';
import fc from '../../support/properties.js';

describe('URL and place', () => {
  test.each([
    ['/', { view: 'dashboard', query: {} }],
    ['/captures/c1f3', { view: 'capture', captureId: 'c1f3', query: {} }],
    ['/captures/c1f3/', { view: 'capture', captureId: 'c1f3', query: {} }],
    ['/captures/c1f3/connections/17', { view: 'connection', captureId: 'c1f3', flow: 17, query: {} }],
    [
      '/captures/c1f3/connections/12000000000',
      { view: 'connection', captureId: 'c1f3', flow: 12_000_000_000, query: {} },
    ],
    ['/captures/c1f3/connections/x', { view: 'unknown', path: '/captures/c1f3/connections/x', query: {} }],
    ['/captures/%E0%A4%A', { view: 'capture', captureId: '%E0%A4%A', query: {} }],
    ['/compare', { view: 'compare', query: {} }],
    ['/captures/c1f3/whatif', { view: 'whatif', captureId: 'c1f3', query: {} }],
    ['/captures/c1f3/capture', { view: 'unknown', path: '/captures/c1f3/capture', query: {} }],
    ['/captures/c1f3/elsewhere/', { view: 'unknown', path: '/captures/c1f3/elsewhere/', query: {} }],
    ['/elsewhere', { view: 'unknown', path: '/elsewhere', query: {} }],
  ])('%s', (path, place) => {
    expect(parsePlace(path)).toEqual(place);
  });

  test('what is written is read back', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(text, fc.nat({ max: 999_999_999 }), text, (id, flow, filter) => {
        const url = new URL(connectionPath(id, flow) + formatQuery({ text: filter, empty: '' }), 'http://localhost');
        fc.pre(url.pathname.startsWith(`${new URL(capturePath(id), 'http://localhost').pathname}/connections`));
        const place = parsePlace(url.pathname, url.search);
        expect(place.query).toEqual({ text: filter });
      }),
    );
  });
});
