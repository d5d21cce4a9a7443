import { DateRoom, MAX_DATES, SitemapDates } from './sitemap-dates.js';

describe('DateRoom', () => {
  const takeAll = (room: DateRoom, owner: string) => {
    let count = 0;
    while (room.take(owner)) count++;
    return count;
  };

  it('bounds the dates of one owner, and of a hundred', () => {
    const room = new DateRoom();
    expect(takeAll(room, 'a')).toBe(MAX_DATES);
    const others = Array.from({ length: 100 }, (_, n) => takeAll(room, `owner ${n}`));
    expect(others[0]).toBeGreaterThan(0);
    expect(others.reduce((sum, one) => sum + one, MAX_DATES)).toBeLessThanOrEqual(1.25 * MAX_DATES);
  });
});

describe('SitemapDates', () => {
  it('gives back the room of a job that is over', () => {
    const room = new DateRoom();
    const dates = new SitemapDates(room, 'a');
    dates.note('https://site.test/', '2024-01-01');
    dates.note('https://site.test/', '2024-01-02');
    dates.close();
    dates.close();
    const giveBack = jest.spyOn(room, 'giveBack');
    new SitemapDates(room, 'a').close();
    expect(giveBack).not.toHaveBeenCalled();
  });
});
