import { jest } from '@jest/globals';

import { AcknowledgedFeed } from '../../../server/events/acknowledged-feed.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** @param {boolean} [hasNews] */
function makeFeed(hasNews = true) {
  /** @type {(() => void)[]} */
  const sent = [];
  const feed = new AcknowledgedFeed(100, (acknowledged) => {
    if (hasNews) sent.push(acknowledged);
    return hasNews;
  });
  return { feed, sent };
}

test('the first news goes out at once', () => {
  const { feed, sent } = makeFeed();
  feed.touch();
  expect(sent).toHaveLength(1);
});

test('further news waits for the acknowledgement, however much there is', () => {
  const { feed, sent } = makeFeed();
  for (let i = 0; i < 1000; i++) feed.touch();
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
  sent[0]();
  expect(sent).toHaveLength(2);
  sent[1]();
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);
});

test('a page that acknowledges at once is told ten times a second', () => {
  const { feed, sent } = makeFeed();
  for (let ms = 0; ms < 950; ms++) {
    feed.touch();
    for (const acknowledge of sent) acknowledge();
    jest.advanceTimersByTime(1);
  }
  expect(sent).toHaveLength(10);
});

test('nothing to send needs no acknowledgement', () => {
  const { feed, sent } = makeFeed(false);
  feed.touch();
  feed.touch();
  expect(sent).toHaveLength(0);
});

test('after stop nothing goes out', () => {
  const { feed, sent } = makeFeed();
  feed.touch();
  feed.touch();
  feed.stop();
  sent[0]();
  feed.touch();
  jest.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
});
