import type { Monitor } from '../api/monitor-answers.js';
import { changesOf, formOf } from './edited-monitor.js';

const MONITOR: Monitor = {
  id: '7',
  name: 'Prices',
  status: 'active',
  schedule: { cron: '30 8 * * 1-5', timezone: 'UTC' },
  nextRunAt: null,
  lastRunAt: null,
  currentCheckId: null,
  lastCheckSummary: null,
  goal: 'Report prices',
  targets: [{ id: 'a', type: 'crawl', url: 'https://a.example/', crawlOptions: { limit: 9 } }],
  webhook: { url: 'https://hooks.example/' },
  notification: null,
};
const edit = (values: object, monitor: Monitor = MONITOR) =>
  changesOf(monitor, { ...formOf(monitor), ...values });

describe('the changes of an edited monitor', () => {
  it('are empty without an edit', () => expect(edit({})).toEqual({}));

  it('are the fields that differ', () => {
    expect(edit({ name: 'Tolls', goal: '' })).toEqual({ name: 'Tolls', goal: null });
    expect(edit({ webhook: '' })).toEqual({ webhook: null });
  });

  it('have the new schedule', () => {
    expect(edit({ scheduleKind: 'adaptive', minMinutes: '30' })).toEqual({
      schedule: { adaptive: { minMinutes: 30, maxMinutes: 1_440 }, timezone: 'UTC' },
    });
    const schedule = { adaptive: { minMinutes: 5, maxMinutes: 9, maxPagesPerDay: 3 }, timezone: 'UTC' };
    expect(edit({ maxPagesPerDay: '4' }, { ...MONITOR, schedule })).toEqual({
      schedule: { adaptive: { minMinutes: 5, maxMinutes: 9, maxPagesPerDay: 4 }, timezone: 'UTC' },
    });
  });

  it('keep the id and the options of the target', () => {
    const crawlOptions = { limit: 9, includePaths: ['^/a'] };
    const monitor = { ...MONITOR, targets: [{ ...MONITOR.targets[0]!, crawlOptions }] };
    expect(edit({ limit: '20' }, monitor)).toEqual({
      targets: [
        {
          id: 'a',
          type: 'crawl',
          url: 'https://a.example/',
          crawlOptions: { includePaths: ['^/a'], limit: 20 },
        },
      ],
    });
    expect(edit({ limit: '' }, monitor)).toMatchObject({
      targets: [{ crawlOptions: { includePaths: ['^/a'] } }],
    });
  });

  it('have the watched fields', () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const scrapeOptions = { formats: [{ type: 'markdown' }, { type: 'changeTracking', schema }] };
    const target = { id: 'a', type: 'scrape' as const, urls: ['https://a.example/'], scrapeOptions };
    const monitor = { ...MONITOR, targets: [target] };
    expect(formOf(monitor)).toMatchObject({ kind: 'fields', fields: 'price: number' });
    expect(edit({ fields: 'price: number\nstock' }, monitor)).toMatchObject({
      targets: [
        {
          id: 'a',
          scrapeOptions: {
            formats: [
              { type: 'markdown' },
              { schema: { properties: { price: { type: 'number' }, stock: { type: 'string' } } } },
            ],
          },
        },
      ],
    });
  });

  it('keep the other options of pages, and drop the watched fields of a target without any', () => {
    const tracking = {
      type: 'changeTracking',
      tag: 'a',
      schema: { properties: { price: { type: 'number' } } },
    };
    const scrapeOptions = { formats: ['markdown', tracking], waitFor: 500 };
    const target = { id: 'a', type: 'scrape' as const, urls: ['https://a.example/'], scrapeOptions };
    const monitor = { ...MONITOR, targets: [target] };
    const urls = ['https://b.example/'];
    expect(edit({ urls: urls[0] }, monitor)).toEqual({ targets: [{ ...target, urls }] });
    expect(edit({ kind: 'scrape' }, monitor)).toEqual({
      targets: [{ ...target, scrapeOptions: { waitFor: 500 } }],
    });
  });

  it('do not touch several targets', () => {
    const monitor = {
      ...MONITOR,
      targets: [...MONITOR.targets, { type: 'search' as const, queries: ['a'] }],
    };
    expect(edit({ name: 'Tolls' }, monitor)).toEqual({ name: 'Tolls' });
  });
});
