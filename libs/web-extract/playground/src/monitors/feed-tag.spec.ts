import { feedTagOf } from './feed-tag.js';

const tracked = (tag?: string) => ({
  type: 'crawl' as const,
  scrapeOptions: {
    formats: ['markdown', { type: 'changeTracking', ...(tag === undefined ? {} : { tag }) }],
  },
});

describe('the tag of the feed of a monitor', () => {
  it.each([
    ['contains its id', [{ type: 'scrape' as const }, tracked()], 'monitor:7'],
    ['is the one that a target names', [{ type: 'search' as const }, tracked(), tracked('docs')], 'docs'],
    ['does not exist for searches', [{ type: 'search' as const }], null],
  ])('%s', (_, targets, tag) => expect(feedTagOf({ id: '7', targets })).toBe(tag));
});
