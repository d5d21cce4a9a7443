import type { CrawlStore } from '../ports/crawl-store.port.js';
import { browserContract } from './crawl-store/browser.contract.js';
import { frontierContract } from './crawl-store/frontier.contract.js';
import { lifecycleContract } from './crawl-store/lifecycle.contract.js';
import { outcomeContract } from './crawl-store/outcome.contract.js';
import { reopenContract } from './crawl-store/reopen.contract.js';
import { randomScheduleContract } from './crawl-store/random-schedule.contract.js';

/** An empty store of a driver. */
export interface StoreUnderTest {
  readonly store: CrawlStore;
  /** Closes it and removes what it left. */
  close(): Promise<void>;
}

/** What every CrawlStore promises. Call it inside a spec of the driver. */
export function crawlStoreContract(openStore: () => Promise<StoreUnderTest>): void {
  let opened: StoreUnderTest;
  const getStore = () => opened.store;

  beforeEach(async () => {
    opened = await openStore();
  });
  afterEach(() => opened.close());

  describe('addresses', () => frontierContract(getStore));
  describe('browsers', () => browserContract(getStore));
  describe('outcomes', () => outcomeContract(getStore));
  describe('crawls', () => lifecycleContract(getStore));
  describe('completed crawls', () => reopenContract(getStore));
  describe('random schedules', () => randomScheduleContract(getStore));
}
