import { dateInUrl, readDate } from './read-date.js';

describe('readDate', () => {
  it.each([
    ['2024-10-13T10:11:12-03:00', '2024-10-13T10:11:12-03:00', 'ISO 8601 as it is'],
    ['2024-10-13 10:11', '2024-10-13T10:11', 'a time without a zone gets none'],
    ['2024-10-13T10:11:12+0000', '2024-10-13T10:11:12+00:00', 'zones with a colon'],
    ['2024', '2024', 'a year'],
    ['20240102', '2024-01-02', 'a date without separators'],
    ['1750680000000', '2025-06-23T12:00:00Z', 'milliseconds since 1970'],
    ['Sat Nov 18 2017 15:21:41 GMT+0000', '2017-11-18T15:21:41+00:00', 'dates of scripts'],
    ['Fri Apr 28 19:20:36 CEST 2023', '2023-04-28T19:20:36+02:00', 'dates of servers'],
    ['22. März 2021', '2021-03-22', 'German'],
    ['5 de mayo de 2020', '2020-05-05', 'Spanish'],
    ['2020年1月2日', '2020-01-02', 'Chinese and Japanese'],
    ['13/02/2020', '2020-02-13', 'a day that can be no month'],
  ])('reads %s as %s: %s', (written, date) => {
    expect(readDate(written)).toBe(date);
  });

  it('reads the month first where the page does', () => {
    expect([readDate('1/2/2024'), readDate('1/2/2024', { monthFirst: true })]).toEqual([
      '2024-02-01',
      '2024-01-02',
    ]);
  });

  it.each(['', 'yesterday', '2024-13-01', '31.02.2020', '12345', `${'9'.repeat(200)}`])(
    'takes %j for no date',
    (written) => {
      expect(readDate(written)).toBeNull();
    },
  );

  it('finds a date in the path of an address only', () => {
    expect(dateInUrl('https://a.example/2020/01/02/title')).toBe('2020-01-02');
    expect(dateInUrl('https://a.example/20/title-2020')).toBeNull();
  });
});
