import type { FeedChunks, FeedEntry } from '../api/feed-answers.js';
import { unreadFeed } from './feed-reader.js';
import { chunksText, countOf, lastText, snapshotText } from './feed-text.js';

const FACTS = { cursor: 'c', at: '2026-01-01T00:00:00.000Z', url: 'https://a.example/', previousFingerprint: null }; // prettier-ignore
const CHUNK = { id: 'a', text: 'Text', headingPath: [], tokens: 1 };
const upsertOf = (chunks: Partial<FeedChunks>): FeedEntry => ({
  ...FACTS,
  type: 'upsert',
  fingerprint: 'f',
  metadata: { title: null },
  chunks: { upsert: [], delete: [], all: [], ...chunks },
});
const EMPTY = unreadFeed({});

describe('the words of a feed', () => {
  it('count the chunks of an entry', () => {
    expect(chunksText(upsertOf({ upsert: [CHUNK] }))).toBe('1 chunk upserted, 0 deleted');
    expect(chunksText(upsertOf({ upsert: [CHUNK, CHUNK], delete: ['b'] }))).toBe(
      '2 chunks upserted, 1 deleted',
    );
    expect(chunksText(upsertOf({ upsert: [CHUNK], replace: true }))).toBe(
      '1 chunk upserted, replacing all others',
    );
    expect(chunksText({ ...FACTS, type: 'delete', fingerprint: null })).toBe('all chunks deleted');
    expect(countOf(1_234, 'entry', 'entries')).toBe('1,234 entries');
  });

  it('tell the state of the snapshot', () => {
    expect(snapshotText(EMPTY)).toBe('changes only');
    expect(snapshotText({ ...EMPTY, isComplete: false })).toBe('snapshot not complete yet');
    expect(snapshotText({ ...EMPTY, isComplete: true })).toMatch(/^snapshot complete/);
  });

  it('tell the result of the last request', () => {
    const entries = [upsertOf({})];
    expect(lastText(EMPTY)).toBe('');
    expect(lastText({ ...EMPTY, lastCount: 0 })).toMatch(/^No entries\./);
    expect(lastText({ ...EMPTY, entries, lastCount: 0 })).toBe('No new changes.');
    expect(lastText({ ...EMPTY, entries, lastCount: 1, dropped: 1_000 })).toBe('1 entry read, 1,001 in all.');
  });
});
