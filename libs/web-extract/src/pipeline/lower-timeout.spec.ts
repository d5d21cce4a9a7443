import { lowerTimeout } from './lower-timeout.js';

describe('lowerTimeout', () => {
  it('leaves what is within the ceiling', () => {
    expect(lowerTimeout(300_000, 300_000)).toEqual({ timeoutMs: 300_000, warnings: [] });
  });

  it.each([300_001, 86_400_000, Infinity])('lowers %d, and says so', (stated) => {
    const warnings = ['The timeout was lowered to 300000 ms'];
    expect(lowerTimeout(stated, 300_000)).toEqual({ timeoutMs: 300_000, warnings });
  });
});
