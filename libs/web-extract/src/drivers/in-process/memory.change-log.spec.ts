import { changeLogContract, someContent } from '../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../testing/contracts/page-history.contract.js';
import { MemoryPageHistory } from './memory.page-history.js';

describe('Change feeds in memory', () => {
  changeLogContract((bounds) => new MemoryPageHistory(bounds));

  it('look through a part of the entries of a snapshot at once', async () => {
    const history = new MemoryPageHistory({ maxBytes: 400_000_000, maxBytesPerOwner: 100_000_000 });
    await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
    for (let visit = 0; visit < 2; visit++) for (let n = 0; n < PAGES; n++) await put(history, n, visit);
    const range = { limit: 10, snapshotUntil: 2 * PAGES };
    const first = await history.changes.read(FEED, { ...range, after: 0 });
    expect(first).toEqual({ entries: [], hasMore: true, last: 5_000 });
    const second = await history.changes.read(FEED, { ...range, after: first.last });
    expect(second.entries[0]).toMatchObject({ seq: PAGES + 1 });
  });
});

const FEED = { owner: 'anna', tag: '' };
/** More than entries that are looked through at once. */
const PAGES = 5_200;

async function put(history: MemoryPageHistory, n: number, visit: number): Promise<void> {
  const key = someHistoryKey({ url: `https://site.example/${n}` });
  const { url } = key;
  const expectedSeq = visit * (n + 1);
  const feed = [{ kind: 'upsert', key, expectedSeq, url, fingerprint: `${visit}`, shape: 's', content: someContent('text') }] as const; // prettier-ignore
  await history.record(key, someUpdate({ head: someHead({ url }), feed }), visit);
}
