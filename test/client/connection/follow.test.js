import { Follow, FOLLOWED_NS } from '../../../client/views/timeline/window/follow.js';

const second = 1e9;

describe('following a connection that grows', () => {
  test('keeps the last seconds, moved by whole pixels', () => {
    const follow = new Follow();
    const perPx = FOLLOWED_NS / 1000;
    for (const endNs of [30 * second, 30 * second + 0.4 * perPx, 31.7 * second]) {
      const range = follow.range({ startNs: 0, endNs }, 1000);
      expect(range && range.endNs - range.startNs).toBe(FOLLOWED_NS);
      expect((range?.endNs ?? 0) / perPx).toBeCloseTo(Math.floor(endNs / perPx), 6);
    }
  });

  test('shows the whole as long as it is shorter, or where the whole is wanted', () => {
    const follow = new Follow();
    expect(follow.range({ startNs: 0, endNs: 9 * second }, 1000)).toBeNull();
    follow.follow(Infinity);
    expect(follow.range({ startNs: 0, endNs: 900 * second }, 1000)).toBeNull();
  });

  test('follows only what is live, and counts what comes after Hold', () => {
    const follow = new Follow();
    follow.follow();
    expect(follow.isFollowing).toBe(false);
    follow.isLive = true;
    follow.follow();
    expect([follow.isFollowing, follow.waiting(120)]).toEqual([true, 0]);
    follow.hold(100);
    expect([follow.isFollowing, follow.waiting(120)]).toEqual([false, 20]);
  });
});
