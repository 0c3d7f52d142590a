import { nearest } from '../../../client/views/whatif/controls.js';

const LOSS = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1];

describe('where a slider stands for what was observed', () => {
  test.each([
    [0, 0],
    [0.0003, 0],
    [0.0009, 0.001],
    [0.0256, 0.03],
    [0.4, 0.1],
  ])('%p is nearest to %p', (observed, value) => {
    expect(LOSS[nearest(LOSS, observed)]).toBe(value);
  });
});
