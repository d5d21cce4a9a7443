import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { admissionContract } from './crawl-store/admission.contract.js';
import { browserContract } from './crawl-store/browser.contract.js';
import { completionContract } from './crawl-store/completion.contract.js';
import { creatingContract } from './crawl-store/creating.contract.js';
import { endingContract } from './crawl-store/ending.contract.js';
import { frontierContract } from './crawl-store/frontier.contract.js';
import { keepUntilContract } from './crawl-store/keep-until.contract.js';
import { randomScheduleContract } from './crawl-store/random-schedule.contract.js';
import { reopenContract } from './crawl-store/reopen.contract.js';
import { resultStoreContract } from './crawl-store/result-store.contract.js';
import { webhookOutboxContract } from './crawl-store/webhook-outbox.contract.js';

/** A driver with an empty store. */
export interface StoreUnderTest {
  readonly store: CrawlStore;
  /** Closes the store and deletes its files. */
  close(): Promise<void>;
}

/**
 * Contract suite of `CrawlStore` with its frontier, results and webhook outbox. Call it inside a spec of the
 * driver.
 */
export function crawlStoreContract(openStore: () => Promise<StoreUnderTest>): void {
  let opened: StoreUnderTest;
  const getStore = () => opened.store;

  beforeEach(async () => {
    opened = await openStore();
  });
  afterEach(() => opened.close());

  describe('crawls', () => {
    describe('that begin', () => creatingContract(getStore));
    describe('that end', () => endingContract(getStore));
    describe('completed', () => reopenContract(getStore));
    describe('kept', () => keepUntilContract(getStore));
  });
  describe('frontier', () => {
    frontierContract(getStore);
    describe('completion', () => completionContract(getStore));
    describe('admission', () => admissionContract(getStore));
    describe('browsers', () => browserContract(getStore));
    describe('random schedules', () => randomScheduleContract(getStore));
  });
  describe('results', () => resultStoreContract(getStore));
  describe('webhook outbox', () => webhookOutboxContract(getStore));
}
