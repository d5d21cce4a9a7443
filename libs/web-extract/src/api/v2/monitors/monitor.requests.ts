import type { Type } from '@nestjs/common';
import { InvalidRequestError } from '../../../model/errors.js';
import type { ResolvedOptions } from '../../../model/options.js';
import { withPath } from '../../../model/problems/request-problem.js';
import type { ProblemPath } from '../../../model/problems/validation-issue.js';
import type { MonitorChange, TargetRequest } from '../../../services/monitors/planning/monitor-request.js';
import { isJsonObject } from '../../bodies/json-object.js';
import { defined } from '../../defined.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import { parseCrawlBody } from '../crawls/crawl.requests.js';
import { CrawlBodyV2 } from '../dto/crawl-body.v2.js';
import { MonitorBodyV2, MonitorChangeV2 } from '../dto/monitor-body.v2.js';
import { CrawlTargetV2, ScrapeTargetV2, SearchTargetV2 } from '../dto/monitor-targets.v2.js';
import { readOpenBody } from '../open-body.js';
import { BODY_PATHS, parsePageOptions } from '../pages/scrape.requests.js';

/** A monitor body as the services take it. */
export interface MonitorOrder<Request> {
  readonly request: Request;
  readonly warnings: readonly string[];
}

type Options = Pick<ResolvedOptions, 'unknownKeys'>;

/** Fields that null removes. */
const REMOVABLE = ['webhook', 'notification', 'goal'] as const;
/** Fields of a crawl body that a target does not have. */
const NO_CRAWL_OPTIONS = ['prompt', 'webhook', 'zeroDataRetention', 'skipErrorPages', 'storeResponses'];

/** @throws InvalidRequestError, NotSupportedError, UnsupportedFormatError */
export function readMonitor(sent: unknown, isNew: boolean, options: Options): MonitorOrder<MonitorChange> {
  const { body, warnings } = readOpenBody<MonitorChangeV2>(
    isNew ? MonitorBodyV2 : MonitorChangeV2,
    sent,
    options,
  );
  if (isJsonObject(sent) && sent['zeroDataRetention'] === true) throw notRetained(['zeroDataRetention']);
  const removed = isJsonObject(sent) ? REMOVABLE.filter((name) => sent[name] === null) : [];
  const read = body.targets?.map((target, at) => readTarget(target, ['targets', at], options));
  const email = body.notification?.email;
  const { name, schedule, retentionDays, goal, judgeEnabled, status, webhook } = body;
  const request = defined({
    name, schedule: schedule && plain(schedule), retentionDays, goal, judgeEnabled, status,
    webhook: webhook && plain(webhook),
    targets: read?.map(({ request: target }) => target),
    notification: body.notification && (email ? { email: emailOf(email) } : {}),
  }) as MonitorChange; // prettier-ignore
  return {
    request: { ...request, ...Object.fromEntries(removed.map((field) => [field, null])) },
    warnings: [...warnings, ...(read ?? []).flatMap((target) => target.warnings)],
  };
}

/** Body fields of targets by field of the services' request. */
export function targetNames(targets: MonitorChange['targets'] = []): BodyPaths {
  const names = targets.flatMap(({ type }, at) => {
    const further = type === 'crawl' ? CRAWL_NAMES : {};
    return Object.entries({ ...PAGE_NAMES, ...further }).map(
      ([name, wire]) => [`targets.${at}.${name}`, `targets.${at}.${wire}`] as const,
    );
  });
  return Object.fromEntries(names);
}

const PAGE_NAMES: BodyPaths = Object.fromEntries(
  Object.entries(BODY_PATHS).map(([name, wire]) => [name, `scrapeOptions.${wire}`]),
);
const CRAWL_NAMES: BodyPaths = {
  'patterns.include': 'crawlOptions.includePaths',
  'patterns.exclude': 'crawlOptions.excludePaths',
  delayMs: 'crawlOptions.delay',
  limit: 'crawlOptions.limit',
  maxDiscoveryDepth: 'crawlOptions.maxDiscoveryDepth',
  maxConcurrency: 'crawlOptions.maxConcurrency',
};

function emailOf({
  enabled = true,
  recipients = [],
  includeDiffs = false,
}: NonNullable<NonNullable<MonitorChangeV2['notification']>['email']>) {
  // prettier-ignore
  return { enabled, recipients, includeDiffs };
}

/** A body object without its class. */
function plain<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.map(([key, field]) => [key, isInstance(field) ? plain(field) : field]),
  ) as T;
}

const isInstance = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readTarget(target: unknown, path: ProblemPath, options: Options): MonitorOrder<TargetRequest> {
  return inField(path, () => {
    const type = isJsonObject(target) ? target['type'] : undefined;
    const reader = typeof type === 'string' && READERS.get(type);
    if (!reader)
      throw InvalidRequestError.at(['type'], {
        code: 'contradiction',
        reason: 'must be scrape, crawl or search',
      });
    refuseZeroRetention(target as Readonly<Record<string, unknown>>);
    return reader(target, options);
  });
}

/** Promises about a page must not be passed over: monitors store the pages that they compare. */
function refuseZeroRetention(target: Readonly<Record<string, unknown>>): void {
  for (const name of ['scrapeOptions', 'crawlOptions']) {
    const options = target[name];
    if (!isJsonObject(options)) continue;
    const { zeroDataRetention, scrapeOptions } = options;
    if (zeroDataRetention === true) throw notRetained([name, 'zeroDataRetention']);
    if (isJsonObject(scrapeOptions) && scrapeOptions['zeroDataRetention'] === true)
      throw notRetained([name, 'scrapeOptions', 'zeroDataRetention']);
  }
  if (target['zeroDataRetention'] === true) throw notRetained(['zeroDataRetention']);
}

const notRetained = (path: ProblemPath): InvalidRequestError =>
  InvalidRequestError.at(path, {
    code: 'contradiction',
    reason: 'cannot be true: monitors store the pages that they compare',
  });

type TargetReader = (target: unknown, options: Options) => MonitorOrder<TargetRequest>;

const READERS: ReadonlyMap<string, TargetReader> = new Map<string, TargetReader>([
  ['scrape', readScrape],
  ['crawl', readCrawl],
  ['search', readSearch],
]);

function readScrape(target: unknown, options: Options): MonitorOrder<TargetRequest> {
  const { body, warnings } = readWhole(ScrapeTargetV2, target, options);
  const {
    page,
    fields,
    warnings: more,
  } = inField(['scrapeOptions'], () => parsePageOptions(body.scrapeOptions ?? {}));
  const { scrapeOptions } = target as { readonly scrapeOptions?: unknown };
  return {
    warnings: [...warnings, ...more],
    request: {
      type: 'scrape',
      ...defined({ id: body.id }),
      urls: body.urls,
      page,
      presentation: { ...defined({ scrapeOptions }), hasJson: fields.json },
    },
  };
}

function readCrawl(target: unknown, options: Options): MonitorOrder<TargetRequest> {
  const { body, warnings } = readWhole(CrawlTargetV2, target, options);
  const { crawlOptions = {}, scrapeOptions } = target as CrawlTargetV2;
  const wanted = Object.entries(crawlOptions).filter(([name]) => !NO_CRAWL_OPTIONS.includes(name));
  const unused = NO_CRAWL_OPTIONS.filter((name) => name in crawlOptions);
  const crawl = inCrawlNames(() => {
    const sent = { ...Object.fromEntries(wanted), url: body.url, ...defined({ scrapeOptions }) };
    const { body: crawlBody, warnings: unknown } = readOpenBody(CrawlBodyV2, sent, options);
    const order = parseCrawlBody(crawlBody);
    return { request: order.request, warnings: [...unknown, ...order.warnings] };
  });
  return {
    warnings: [
      ...warnings,
      ...unused.map((name) => `crawlOptions.${name} is not used by monitors`),
      ...crawl.warnings,
    ],
    request: {
      type: 'crawl',
      ...defined({ id: body.id }),
      crawl: crawl.request,
      presentation: defined({ crawlOptions: body.crawlOptions, scrapeOptions }),
    },
  };
}

function readSearch(target: unknown, options: Options): MonitorOrder<TargetRequest> {
  const { body, warnings } = readWhole(SearchTargetV2, target, options);
  return { request: { ...plain(body) }, warnings };
}

/** Reads a target and its nested objects. */
function readWhole<T extends object>(bodyClass: Type<T>, target: unknown, options: Options) {
  return readOpenBody(bodyClass, target, options);
}

/** Prefixes the paths of problems. */
function inField<T>(prefix: ProblemPath, work: () => T): T {
  return withPaths((path) => [...prefix, ...path], work);
}

/** Fields of a crawl that are fields of the target; the others are in `crawlOptions`. */
const inCrawlNames = <T>(work: () => T): T =>
  withPaths(
    (path) => (path[0] === 'url' || path[0] === 'scrapeOptions' ? path : ['crawlOptions', ...path]),
    work,
  );

function withPaths<T>(to: (path: ProblemPath) => ProblemPath, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const problems = error.problems.map((problem) => {
      const path = to(problem.path);
      const placed = withPath(problem, path);
      return problem.fault ? placed : { ...placed, message: renamed(problem.message, problem.path, path) };
    });
    throw new InvalidRequestError(problems, { cause: error });
  }
}

/** Messages of body classes begin with the path of the field. */
function renamed(message: string, from: ProblemPath, to: ProblemPath): string {
  const name = from.join('.');
  return message.startsWith(name) ? to.join('.') + message.slice(name.length) : `${to.join('.')}: ${message}`;
}
