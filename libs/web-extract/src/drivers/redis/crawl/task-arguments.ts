import type {
  CrawlRequest,
  CrawlUrl,
  PageOutcome,
  PageRecord,
  PageTask,
  VisitFacts,
} from '../../../model/crawl/crawl.js';
import { admissionOf } from '../../crawl-store/admission-of.js';
import { hashOf } from '../../crawl-store/hash-of.js';
import { countedStatus, responseOf } from '../../crawl-store/response-of.js';
import { packPage } from '../../crawl-store/pack-page.js';
import type { ScriptArguments } from '../redis-scripts.js';
import { packUrl } from '../../crawl-store/url-row.js';

/** A lease as scripts know it. The token of a task names both. */
export function leaseOf({ lease }: PageTask): [sequence: string, token: string] {
  const at = lease.indexOf('.');
  return [lease.slice(0, at), lease.slice(at + 1)];
}

/** Addresses as scripts read them. Host and page are sent where they differ from those of the address before. */
export function addressArguments(urls: readonly CrawlUrl[]): string[] {
  let last = '';
  return urls.flatMap((url) => {
    const base = baseOf(url);
    const place = `${url.host}\n${base}`;
    const isSame = place === last;
    last = place;
    const variant = url.variantOf === null ? '' : hashOf(url.variantOf);
    return [hashOf(url.key), isSame ? '' : place, packUrl(url, base), variant];
  });
}

/** Text that rows share their beginning with: the page that links to them. */
const baseOf = ({ foundOn }: CrawlUrl): string => (foundOn === null || /\n/.test(foundOn) ? '' : foundOn);

/** Rules about hosts as scripts read them. */
export function admissionArguments(request: CrawlRequest): string[] {
  const rules = admissionOf(request);
  if (rules === null) return ['', '', ''];
  return [rules.order === 'oldest' ? '' : rules.order, String(rules.maxPagesPerHost ?? ''), '1'];
}

/** The arguments of the script that completes a task, children excepted. */
export async function outcomeArguments(
  task: PageTask,
  outcome: PageOutcome,
  facts: VisitFacts,
): Promise<ScriptArguments> {
  const record = JSON.stringify(recordOf(task, outcome, facts));
  const start = [task.crawlId, ...leaseOf(task), outcome.kind, record];
  const response = responseOf(outcome);
  const rootUrl = task.rule === 'seed' ? (response?.url ?? '') : '';
  const status = response ? countedStatus(response.statusCode) : '';
  if (outcome.kind !== 'page') {
    const maxFailures = outcome.kind === 'failed' ? (outcome.maxFailures ?? '') : '';
    return [...start, '', 0, 0, rootUrl, noteOf(task, outcome), status, '', maxFailures, 0];
  }
  const { packed, bytes } = await packPage(outcome.page);
  const hashes = new Set([task.key, ...outcome.keys].map(hashOf));
  const changes = facts.changes === undefined ? '' : JSON.stringify(facts.changes);
  return [...start, packed, bytes, outcome.credits, rootUrl, '', status, changes, '', hashes.size, ...hashes];
}

function noteOf(task: PageTask, outcome: PageOutcome): string {
  if (outcome.kind === 'failed') return JSON.stringify(outcome.failure);
  return outcome.kind === 'blocked' ? task.url : '';
}

/** The fields that the script cannot compute; it prepends the outcome. */
type StoredRecord = Omit<PageRecord, 'outcome'>;

function recordOf(
  { url, foundOn, hops, rule, attempts }: PageTask,
  outcome: PageOutcome,
  { changes: _, ...facts }: VisitFacts,
): StoredRecord {
  const errorCode = outcome.kind === 'failed' ? outcome.failure.code : null;
  return { url, foundOn, hops, rule, attempts, ...facts, errorCode };
}

export function readRecord(row: string): PageRecord {
  const at = row.indexOf(' ');
  const outcome = row.slice(0, at) as PageRecord['outcome'];
  const { url, ...rest } = JSON.parse(row.slice(at)) as StoredRecord;
  return { url, outcome, ...rest };
}
