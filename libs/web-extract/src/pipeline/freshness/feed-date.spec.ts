import { readFeedDate } from './feed-date.js';

describe('readFeedDate', () => {
  it.each([
    ['Tue, 10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00Z'],
    ['10 Jun 2003 04:00 +0200', '2003-06-10T02:00:00Z'],
    [' Tue, 10 Jun 2003 04:00:00 EST ', '2003-06-10T09:00:00Z'],
    ['Tue, 10 Jun 2003 04:00:00 UT', '2003-06-10T04:00:00Z'],
    ['2003-06-10T04:00:00Z', '2003-06-10T04:00:00Z'],
    ['2003-06-10', '2003-06-10T00:00:00Z'],
  ])('reads %s', (text, expected) => expect(readFeedDate(text)).toBe(Date.parse(expected)));

  it.each(['', 'yesterday', '10/06/2003', 'Tue, 40 Jun 2003 04:00:00 GMT', '10 Jun 03 04:00 GMT', '1e9'])(
    'does not guess %s',
    (text) => expect(readFeedDate(text)).toBeNull(),
  );
});
