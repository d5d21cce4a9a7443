import { UnavailableError } from '../../model/errors.js';
import { closingOfError, closingOfJob, StalledReaderError } from './closing.js';

const job = (status: string, error: string | null) => ({ status, error }) as never;

describe('closingOfError', () => {
  it.each([
    [new StalledReaderError(30_000), 1013, 'Nothing was read for 30 s'],
    [new UnavailableError('Redis is out of reach'), 1011, 'Service unavailable: Redis is out of reach'],
    [new TypeError('x is not a function'), 1011, 'An unexpected error occurred'],
  ])('tells %s with %i', (error, code, message) => {
    expect(closingOfError(error)).toEqual({
      code,
      reason: JSON.stringify({ type: 'error', error: message }),
      error: message,
    });
  });
});

describe('closingOfJob', () => {
  it.each([
    ['plain', 'x'.repeat(500)],
    ['wide', '漢字'.repeat(200)],
    ['paired', '😀'.repeat(200)],
    ['escaped', '"\n'.repeat(200)],
    ['short enough', 'y'.repeat(80)],
  ])('keeps a reason within what a close frame holds: %s', (_, error) => {
    const { reason } = closingOfJob(job('failed', error));
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
    const told = JSON.parse(reason).error as string;
    expect(told.length).toBeGreaterThan(15);
    expect(error.startsWith(told.replace(/…$/, ''))).toBe(true);
  });
});
