import { Logger } from '@nestjs/common';
import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { crawlStoreContract } from '../../../testing/contracts/crawl-store.contract.js';
import { segmentsContract } from '../../../testing/contracts/crawl-store/segments.contract.js';
import { PostgresCrawlStore } from './postgres.crawl-store.js';

describeWithPostgres('PostgresCrawlStore', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.remove());

  let store: PostgresCrawlStore;
  beforeEach(() => {
    store = new PostgresCrawlStore(database.connection);
  });
  afterEach(async () => {
    store.close();
    await database.clear();
  });

  describe('keeps the contract', () => {
    beforeEach(() => {
      for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    });
    afterEach(() => jest.restoreAllMocks());
    crawlStoreContract(async () => ({ store, close: async () => store.close() }));
    describe('segments', () => segmentsContract(() => store));
  });
});
