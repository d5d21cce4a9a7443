import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithRedis } from '../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { LmdbPageHistory } from '../../drivers/lmdb/lmdb.page-history.js';
import { RedisConnection } from '../../drivers/redis/connection/redis-connection.js';
import { RedisPageHistory } from '../../drivers/redis/redis.page-history.js';
import { CursorExpiredError } from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import { someContent } from '../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../testing/contracts/page-history.contract.js';
import { WatchPlaces } from '../crawl/following/watch-places.js';
import { ChangeFeed } from './change-feed.service.js';
import { FeedReader } from './feed-reader.js';

jest.setTimeout(60_000);

const FEED = { owner: 'anna', tag: '' };
const BOUNDS = { maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 };

const feedOf = (history: PageHistory) =>
  new ChangeFeed(history, new WatchPlaces(resolveOptions({})), new FeedReader(history));

async function put(history: PageHistory, ...names: string[]): Promise<void> {
  await history.changes!.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
  for (const name of names) {
    const key = someHistoryKey({ url: `https://site.example/${name}` });
    const feed = [{ kind: 'upsert', key, expectedSeq: 0, url: key.url, fingerprint: name, shape: 's', content: someContent(name) }] as const; // prettier-ignore
    await history.record(key, someUpdate({ head: someHead({ url: key.url }), feed }), 0);
  }
}

const pathsAfter = async (history: PageHistory, since: string) =>
  (await feedOf(history).read({ ...FEED, since })).entries.map(({ url }) => new URL(url).pathname);

/** Cursors before and after the entries that a backup lacks. */
interface Cursors {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

async function cursorsAround(history: PageHistory): Promise<Cursors> {
  const before = await feedOf(history).head(FEED);
  await put(history, 'lost-1');
  const between = await feedOf(history).head(FEED);
  await put(history, 'lost-2', 'lost-3');
  return { before, between, after: await feedOf(history).head(FEED) };
}

/** The numbers of lost entries are used again. */
async function expectNewStart(history: PageHistory, { before, between, after }: Cursors): Promise<void> {
  await expect(pathsAfter(history, between)).rejects.toThrow(CursorExpiredError);
  await put(history, 'new-1', 'new-2', 'new-3', 'new-4');
  for (const lost of [between, after])
    await expect(pathsAfter(history, lost)).rejects.toThrow(CursorExpiredError);
  expect(await pathsAfter(history, before)).toEqual(['/new-1', '/new-2', '/new-3', '/new-4']);
}

describe('A change feed that continues from a backup', () => {
  it('has readers of lost entries start again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'restored-'));
    const place = (name: string) => join(folder, name);
    let history = new LmdbPageHistory(place('data'), BOUNDS);
    await put(history, 'a', 'b');
    await history.onApplicationShutdown();
    await cp(place('data'), place('backup'), { recursive: true });
    history = new LmdbPageHistory(place('data'), BOUNDS);
    const cursors = await cursorsAround(history);
    await history.onApplicationShutdown();
    history = new LmdbPageHistory(place('backup'), BOUNDS);
    await expectNewStart(history, cursors);
    await history.onApplicationShutdown();
    await rm(folder, { recursive: true, force: true });
  });

  it('has other readers continue after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'restarted-'));
    let history = new LmdbPageHistory(folder, BOUNDS);
    await put(history, 'a', 'b');
    const since = await feedOf(history).head(FEED);
    for (const name of ['c', 'd']) {
      await history.onApplicationShutdown();
      history = new LmdbPageHistory(folder, BOUNDS);
      await put(history, name);
    }
    expect(await pathsAfter(history, since)).toEqual(['/c', '/d']);
    await history.onApplicationShutdown();
    await rm(folder, { recursive: true, force: true });
  });
});

describeWithRedis('A change feed in a Redis that has lost its last writes', () => {
  it('has readers of lost entries start again', async () => {
    const server = await RedisServer.start({ appendonly: 'no' });
    const connection = new RedisConnection({ url: server.url });
    const history = new RedisPageHistory(connection, 'test:', BOUNDS);
    await put(history, 'a', 'b');
    await connection.client.call('SAVE');
    const cursors = await cursorsAround(history);
    await server.kill();
    await server.start();
    await history.changes.state(FEED).catch(() => null); // connects again
    await expectNewStart(history, cursors);
    await connection.close();
    await server.remove();
  });
});
