import { readErrorCode, readListing } from './read-listing.js';

const entry = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>1</Size></Contents>`;

describe('readListing', () => {
  it('reads the names below the prefix with their times, and where the next part begins', () => {
    const text = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>${entry('deep/a')}${entry('deep/b')}<NextContinuationToken>t/1=</NextContinuationToken></ListBucketResult>`;
    const modifiedAt = Date.parse('2026-01-02T03:04:05.000Z');
    const objects = ['a', 'b'].map((name) => ({ name, modifiedAt }));
    expect(readListing(text, 'deep/')).toEqual({ objects, cursor: 't/1=' });
  });

  it('has no next part where the listing is complete', () => {
    const text = `<R>${entry('a')}<IsTruncated>false</IsTruncated><NextContinuationToken>t</NextContinuationToken></R>`;
    expect(readListing(text, '').cursor).toBeNull();
    expect(readListing('', '')).toEqual({ objects: [], cursor: null });
  });

  it.each([
    ['beginnings of entries', '<Contents>', ''],
    ['ends of entries', '</Contents>', ''],
    ['beginnings of names in entries', '<Contents><Key>', ''],
    ['beginnings of a field', '<IsTruncated>', ''],
    ['entries of beginnings', '<Contents><Key></Contents>', ''],
    ['beginnings of names in one entry', '<Key>', '<Contents>'],
    ['brackets', '<', '<Contents><Key>'],
    ['errors without a code', '<Error><Code>', ''],
  ])('reads megabytes of %s in linear time', (_, part, before) => {
    const text = before + part.repeat(Math.ceil((4 * 1024 * 1024) / part.length));
    const startedAt = performance.now();
    expect(readListing(text, '').objects.length).toBeLessThanOrEqual(1_000);
    expect(readErrorCode(text)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('readErrorCode', () => {
  it('reads the code of the first error', () => {
    const text = '<DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code></Error></DeleteResult>';
    expect(readErrorCode(text)).toBe('AccessDenied');
    expect(readErrorCode('<DeleteResult></DeleteResult>')).toBeUndefined();
    expect(readErrorCode('<Error><Code>a b</Code></Error>')).toBeUndefined();
  });
});
