import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlStoreContract } from '../../testing/crawl-store.contract.js';
import { LmdbCrawlStore } from './lmdb.crawl-store.js';

describe('LmdbCrawlStore', () => {
  describe('keeps the contract', () => {
    crawlStoreContract(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'lmdb-contract-'));
      const store = new LmdbCrawlStore({ dataDir });
      const close = async () => {
        await store.close();
        await rm(dataDir, { recursive: true });
      };
      return { store, close };
    });
  });
});
