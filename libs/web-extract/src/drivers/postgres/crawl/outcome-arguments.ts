import type { PageOutcome, PageTask, VisitFacts } from '../../../model/crawl/crawl.js';
import { leaseOf } from '../../crawl-store/lease-token.js';
import { packPage } from '../../crawl-store/pack-page.js';
import { countedStatus, responseOf } from '../../crawl-store/response-of.js';
import { noteOf, recordOf } from '../../crawl-store/task-record.js';
import type { Parameter } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';
import { NO_SEARCH_WORDS, searchWords } from '../search/search-words.js';
import { NO_READABLE_PAGE, readablePage } from './readable-page.js';
import { numberOf } from './url-arguments.js';

/** The values of the function that completes a task, those of its children excepted. */
export async function outcomeArguments(
  task: PageTask,
  outcome: PageOutcome,
  facts: VisitFacts,
): Promise<readonly Parameter[]> {
  const response = responseOf(outcome);
  const status = response ? countedStatus(response.statusCode) : '';
  const maxFailures = outcome.kind === 'failed' ? (outcome.maxFailures ?? null) : null;
  return [
    toColumnText(task.crawlId),
    ...leaseOf(task),
    outcome.kind,
    Buffer.from(JSON.stringify(recordOf(task, outcome, facts))),
    Buffer.from(noteOf(task, outcome)),
    task.rule === 'seed' && response ? toColumnText(response.url) : null,
    JSON.stringify(status === '' ? {} : { [`http:${status}`]: 1 }),
    JSON.stringify(prefixed(facts.changes)),
    maxFailures === Infinity ? null : maxFailures,
    ...(await pageArguments(task, outcome)),
  ];
}

async function pageArguments(task: PageTask, outcome: PageOutcome): Promise<readonly Parameter[]> {
  if (outcome.kind !== 'page') return [null, 0, 0, [], ...NO_READABLE_PAGE, ...NO_SEARCH_WORDS];
  const { packed, bytes } = await packPage(outcome.page);
  const keys = new Set([task.key, ...outcome.keys].map(numberOf));
  return [packed, bytes, outcome.credits, [...keys], ...readablePage(outcome.page), ...searchWords(outcome)];
}

const prefixed = (changes: VisitFacts['changes']): Record<string, number> =>
  Object.fromEntries(Object.entries(changes ?? {}).map(([name, count]) => [`changes.${name}`, count]));
