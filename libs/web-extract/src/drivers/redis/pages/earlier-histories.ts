import { Logger } from '@nestjs/common';
import type { RedisScripts } from '../redis-scripts.js';
import { EARLIER_STORE } from './history-keys.js';
import { scanHash } from './scan-hash.js';

const OF_OWNERS = [
  ...['groups', 'texts', 'versions', 'order:texts', 'order:versions', 'archived:texts', 'archived:versions'],
  ...['packs', 'packing', 'visits', 'verdicts', 'feeds'],
];
const OF_FEEDS = [
  'feed',
  'feed-pages',
  'feed-entries',
  'feed-order',
  'feed-chunks',
  'feed-pending',
  'feed-moves',
];
const OF_ALL = ['usage', 'total', 'numbers', 'packs-due', 'owners'];

/** Removes histories of earlier versions, which are not read. */
export class EarlierHistories {
  private readonly logger = new Logger('WebExtract');
  private readonly prefix: string;

  /** @param prefix of all keys, with its separator */
  constructor(
    private readonly scripts: RedisScripts,
    prefix: string,
  ) {
    this.prefix = `${prefix}${EARLIER_STORE}:`;
  }

  /** Idempotent. The owners are removed last, so that another call continues one that was interrupted. */
  async remove(): Promise<void> {
    const owners = await this.scripts.send((client) => client.smembers(`${this.prefix}owners`));
    if (owners.length === 0) return;
    for (const owner of owners) await this.removeOwner(owner);
    await this.unlink(OF_ALL.map((name) => this.prefix + name));
    this.logger.warn('Redis had page histories with the layout of an earlier version: they were removed');
  }

  private async removeOwner(owner: string): Promise<void> {
    for await (const groups of scanHash(this.scripts, this.name('groups', owner)))
      for (const [group] of groups) await this.removeGroup(group);
    for await (const feeds of scanHash(this.scripts, this.name('feeds', owner)))
      for (const [feed] of feeds) await this.removeFeed(feed);
    await this.unlink(OF_OWNERS.map((name) => this.name(name, owner)));
  }

  private async removeGroup(group: string): Promise<void> {
    for await (const hosts of scanHash(this.scripts, this.name('hosts', group)))
      await this.unlink(hosts.map(([host]) => this.name('heads', `${group} ${host}`)));
    await this.unlink([this.name('hosts', group), this.name('aliases', group)]);
  }

  private async removeFeed(feed: string): Promise<void> {
    for await (const sinks of scanHash(this.scripts, this.name('feed-sinks', feed)))
      await this.unlink(sinks.map(([sink]) => this.name('feed-ledger', `${feed} ${sink}`)));
    await this.unlink([...OF_FEEDS, 'feed-sinks'].map((name) => this.name(name, feed)));
  }

  private async unlink(keys: readonly string[]): Promise<void> {
    await this.scripts.send((client) => client.unlink(...keys));
  }

  private name(kind: string, of: string): string {
    return `${this.prefix}${kind}:${of}`;
  }
}
