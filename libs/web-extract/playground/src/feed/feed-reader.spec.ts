import { ApiError } from '../api/api-error.js';
import type { ChangesAnswer, FeedEntry } from '../api/feed-answers.js';
import { MAX_ENTRIES, readNext, unreadFeed, type FeedQuery } from './feed-reader.js';

const entryOf = (n: number): FeedEntry => ({
  type: 'delete',
  cursor: String(n),
  at: '2026-01-01T00:00:00.000Z',
  url: `https://a.example/${n}`,
  previousFingerprint: 'f',
  fingerprint: null,
});
const answerOf = (entries: number, cursor: string, rest: Partial<ChangesAnswer> = {}): ChangesAnswer => ({
  data: Array.from({ length: entries }, (_, n) => entryOf(n)),
  cursor,
  ...rest,
});
const expired = (cursor: string | null) => new ApiError(410, 'Expired', 'CURSOR_EXPIRED', [], null, cursor);

/** A server with these answers, and the requests it got. */
function serverOf(...answers: (ChangesAnswer | Error)[]) {
  const asked: FeedQuery[] = [];
  const read = (query: FeedQuery) => {
    asked.push(query);
    const answer = answers.shift()!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { asked, read };
}

describe('reading a feed', () => {
  it('continues with the cursor of each response and appends its entries', async () => {
    const snapshot = (complete: boolean) => ({ snapshot: { complete } });
    const { asked, read } = serverOf(
      answerOf(2, 'a', snapshot(false)),
      answerOf(1, 'b', { ...snapshot(true), warning: '3 removals are held' }),
      answerOf(0, 'b'),
    );
    const first = await readNext(unreadFeed({ tag: 'docs', limit: 2 }), read);
    expect(first).toMatchObject({ hasMore: true, isComplete: false, lastCount: 2 });
    const second = await readNext(first, read);
    expect(second).toMatchObject({ hasMore: false, isComplete: true, warning: '3 removals are held' });
    expect(second.entries).toHaveLength(3);
    const third = await readNext(second, read);
    expect(third).toMatchObject({ isComplete: true, lastCount: 0, warning: undefined });
    expect(asked).toEqual([
      { tag: 'docs', limit: 2 },
      { tag: 'docs', limit: 2, since: 'a' },
      { tag: 'docs', limit: 2, since: 'b' },
    ]);
  });

  it('expects further entries after a full response only, 100 without a limit', async () => {
    const { read } = serverOf(answerOf(99, 'a'), answerOf(100, 'b'));
    const first = await readNext(unreadFeed({ since: 'x' }), read);
    expect(first).toMatchObject({ hasMore: false, isComplete: null });
    expect((await readNext(first, read)).hasMore).toBe(true);
  });

  it('begins again, without the earlier entries, if the cursor has expired', async () => {
    const { asked, read } = serverOf(answerOf(2, 'a'), expired('fresh'), answerOf(1, 'b'), answerOf(0, 'b'));
    const before = await readNext(unreadFeed({ tag: 'docs' }), read);
    const after = await readNext(before, read);
    expect(after).toMatchObject({ isRestarted: true, lastCount: 1, dropped: 0 });
    expect(after.entries).toHaveLength(1);
    expect(asked[2]).toEqual({ tag: 'docs', since: 'fresh' });
    expect(await readNext(after, read)).toMatchObject({ isRestarted: false });
  });

  it('begins again once: a second expired cursor and other problems are errors', async () => {
    const twice = serverOf(expired('fresh'), expired('again'));
    await expect(readNext(unreadFeed({}), twice.read)).rejects.toMatchObject({ cursor: 'again' });
    expect(twice.asked).toHaveLength(2);
    for (const error of [new ApiError(400, 'limit is wrong', 'INVALID_REQUEST'), expired(null)])
      await expect(readNext(unreadFeed({}), serverOf(error).read)).rejects.toBe(error);
  });

  it('keeps the newest entries and counts the others', async () => {
    const { read } = serverOf(answerOf(MAX_ENTRIES, 'a'), answerOf(7, 'b'));
    const full = await readNext(unreadFeed({ limit: 1_000 }), read);
    expect(full).toMatchObject({ dropped: 0, hasMore: true });
    const more = await readNext(full, read);
    expect([more.entries.length, more.dropped]).toEqual([MAX_ENTRIES, 7]);
    expect(more.entries[0]!.cursor).toBe('7');
  });
});
