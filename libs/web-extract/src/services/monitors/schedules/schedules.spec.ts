import { CronClock, isTimeZone } from './next-run.js';
import { CronSyntaxError, normalizeCron, parseCron } from './parse-cron.js';
import { smallestGapMs } from './smallest-gap.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('parseCron', () => {
  it('reads lists, ranges, steps and names', () => {
    expect(parseCron('5/20 9-11,14 1-10/3 jan,Mar MON-FRI')).toEqual({
      minutes: [5, 25, 45],
      hours: [9, 10, 11, 14],
      days: [1, 4, 7, 10],
      months: [1, 3],
      weekdays: [1, 2, 3, 4, 5],
      isEitherDay: true,
    });
    expect(parseCron('0 0 * * 7').weekdays).toEqual([0]);
  });

  it.each([
    '', '* * * *', '* * * * * *', '@daily', '60 * * * *', '* 24 * * *', '0 0 0 * *', '0 0 * 13 *', '0 0 * * 8', '30-10 * * * *',
    '*/0 * * * *', '1//2 * * * *', '1-2-3 * * * *', 'a * * * *', '0 0 L * *', '0 0 * * 5#1', '0 0 1W * *', '-1 * * * *',
    ', * * * *', `${'1,'.repeat(300)}1 * * * *`,
  ])('refuses "%s"', (text) => expect(() => parseCron(text)).toThrow(CronSyntaxError)); // prettier-ignore

  it('writes steps after a number as a range', () => {
    expect(normalizeCron('5/15 2/6 ? * 1/2')).toBe('5-59/15 2-23/6 * * 1-6/2');
  });
});

describe('smallestGapMs', () => {
  it.each<[string, number | null]>([
    ['* * * * *', MINUTE],
    ['*/5 * * * *', 5 * MINUTE],
    ['*/7 * * * *', 4 * MINUTE],
    ['0,3 * * * *', 3 * MINUTE],
    ['0,58 * * * *', 2 * MINUTE],
    ['0,58 3 * * *', 58 * MINUTE],
    ['0 * * * *', HOUR],
    ['0 0,23 * * *', HOUR],
    ['0 0,23 * * 1,3', 23 * HOUR],
    ['0 9 * * *', DAY],
    ['0 9 * * 1', 7 * DAY],
    ['0 9 1 * *', 28 * DAY],
    ['0 9 1 * 1', DAY],
    ['0 9 29 2 *', 4 * 365 * DAY + DAY],
    ['0 9 31 2 *', null],
  ])('finds the gap of %s', (cron, gap) => expect(smallestGapMs(cron)).toBe(gap));
});

describe('CronClock', () => {
  const clock = new CronClock();
  const runs = (cron: string, timezone: string, from: string, count = 2) => {
    const found: string[] = [];
    for (let at = Date.parse(from); found.length < count;) {
      const next = clock.next(cron, timezone, at);
      if (next === null) break;
      found.push(new Date(next).toISOString().slice(0, 16));
      at = next;
    }
    return found;
  };

  it('keeps the time of day when clocks change', () => {
    expect(runs('30 12 * * *', 'Europe/Berlin', '2027-03-27T00:00Z')).toEqual([
      '2027-03-27T11:30',
      '2027-03-28T10:30',
    ]);
    expect(runs('30 12 * * *', 'America/New_York', '2027-11-06T12:00Z')).toEqual([
      '2027-11-06T16:30',
      '2027-11-07T17:30',
    ]);
  });

  it('runs a skipped time once', () => {
    expect(runs('30 2 * * *', 'Europe/Berlin', '2027-03-27T12:00Z')).toEqual([
      '2027-03-28T01:30',
      '2027-03-29T00:30',
    ]);
    expect(runs('0 * * * *', 'Europe/Berlin', '2027-03-28T00:00Z')).toEqual([
      '2027-03-28T01:00',
      '2027-03-28T02:00',
    ]);
  });

  it('runs a repeated time once', () => {
    expect(runs('30 2 * * *', 'Europe/Berlin', '2027-10-30T12:00Z')).toEqual([
      '2027-10-31T00:30',
      '2027-11-01T01:30',
    ]);
  });

  it('has no next run of a day that does not exist', () => {
    expect(clock.next('0 9 31 2 *', 'UTC', 0)).toBeNull();
  });

  it.each([['UTC', true], ['Europe/Berlin', true], ['Mars/Tharsis', false], ['', false], ['+02:00', false], ['x'.repeat(200), false]])(
    'knows if %s is a time zone', (name, isOne) => expect(isTimeZone(name)).toBe(isOne)); // prettier-ignore
});
