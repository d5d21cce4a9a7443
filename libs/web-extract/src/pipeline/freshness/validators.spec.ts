import { conditionalHeaders, readValidators, updateValidators } from './validators.js';

const T = 'Tue, 05 May 2026 10:00:00 GMT';
const LATER = 'Tue, 05 May 2026 10:00:01 GMT';

describe('readValidators', () => {
  it.each<[object, object | null, string]>([
    [{ etag: '"a"' }, { etag: '"a"', lastModified: null }, 'a strong ETag'],
    [{ etag: 'W/"a"' }, { etag: 'W/"a"', lastModified: null }, 'a weak ETag'],
    [{ 'last-modified': T, date: LATER }, { etag: null, lastModified: T }, 'a date a second ago'],
    [{ 'last-modified': T, date: T }, null, 'a date of the same second'],
    [{ 'last-modified': LATER, date: T }, null, 'a date in the future'],
    [{ 'last-modified': T }, null, 'a date without the time of the answer'],
    [{ etag: '"a"', 'last-modified': T, date: LATER }, { etag: '"a"', lastModified: T }, 'both'],
    [{ etag: '' }, null, 'an empty ETag'],
    [{ etag: `"${'x'.repeat(600)}"` }, null, 'a long ETag'],
    [{ etag: '"ä\n"' }, null, 'an ETag that no header may hold'],
    [{}, null, 'nothing'],
  ])('%j → %j (%s)', (headers, expected) => {
    expect(readValidators(headers as Record<string, string>)).toEqual(expected);
  });
});

describe('updateValidators', () => {
  it.each<[object, object, string]>([
    [{}, { etag: '"a"', lastModified: T }, 'nothing new'],
    [{ etag: '"b"' }, { etag: '"b"', lastModified: T }, 'another ETag'],
    [{ 'last-modified': LATER, date: LATER }, { etag: '"a"', lastModified: null }, 'a date of this second'],
  ])('after a 304 with %j: %j (%s)', (headers, expected) => {
    const stored = { etag: '"a"', lastModified: T };
    expect(updateValidators(stored, headers as Record<string, string>)).toEqual(expected);
  });
});

describe('conditionalHeaders', () => {
  it('sends the validators as they were received, the ETag first', () => {
    const headers = conditionalHeaders({ etag: 'W/"a"', lastModified: T });
    expect(Object.entries(headers)).toEqual([
      ['if-none-match', 'W/"a"'],
      ['if-modified-since', T],
    ]);
  });
});
