import type {
  CrawlRequest,
  CrawlUrl,
  PageOutcome,
  PageTask,
  VisitFacts,
} from '../../../model/crawl/crawl.js';
import { admissionOf } from '../../crawl-store/admission-of.js';
import { hashOf } from '../../crawl-store/hash-of.js';
import { countedStatus, responseOf } from '../../crawl-store/response-of.js';
import { packPage } from '../../crawl-store/pack-page.js';
import type { ScriptArguments } from '../redis-scripts.js';
import { leaseOf } from '../../crawl-store/lease-token.js';
import { noteOf, recordOf } from '../../crawl-store/task-record.js';
import { baseOf, packUrl } from '../../crawl-store/url-row.js';

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
