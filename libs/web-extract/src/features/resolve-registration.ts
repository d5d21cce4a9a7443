import { Logger } from '@nestjs/common';
import { checkBrowserPath } from '../drivers/chromium/browser/find-browser.js';
import { ProxyRotation } from '../drivers/guarded-network/proxy-rotation.js';
import { checkWorkerPath } from '../drivers/worker-threads/worker-scripts.js';
import { locateRules } from '../drivers/worker-threads/locate-rules.js';
import { checkSelectors } from '../convert/selectors/compile-selectors.js';
import { readSessionOptions } from '../services/sessions/read-definition.js';
import { parseAllowList } from '../web/url/allow-list.js';
import type { ContentRule } from '../model/page/conversion.js';
import { givenPorts } from './given-ports.js';
import {
  resolveOptions,
  validateOptions,
  type ResolvedOptions,
  type WebExtractOptions,
  type WebExtractStaticOptions,
} from '../model/options.js';
import { InvalidOptionsError } from '../model/options/invalid-options.error.js';
import { PageSearch } from '../ports/page-search.port.js';
import { CrawlStore } from '../ports/stores/crawl-store.port.js';
import { REGISTRATION_OPTIONS } from '../model/options/registration.options.js';

const STATIC = Object.keys(REGISTRATION_OPTIONS) as (keyof WebExtractStaticOptions)[];

const NO_LOCAL_SEARCH =
  'search.local cannot be combined with these drivers: it reads the embedded store of one process, or PostgreSQL; search.searxng works with all';

/**
 * Resolves the options of a host. The static options are passed separately and have been validated before.
 *
 * @throws InvalidOptionsError naming every invalid option
 */
export function resolveRegistration(
  given: WebExtractOptions & WebExtractStaticOptions,
  fixed: WebExtractStaticOptions = {},
): ResolvedOptions {
  const options = withoutStatic(given);
  logWarnings(validateOptions(options));
  const resolved = resolveOptions(options);
  const problems = [
    ...lateOnes(given, fixed),
    resolved.search.local && !isSearchable(givenPorts(fixed)) ? NO_LOCAL_SEARCH : null,
    problemOf(() => parseAllowList(resolved.allowPrivate)),
    problemOf(() => parseAllowList(resolved.trustedHeaderOrigins, 'trustedHeaderOrigins')),
    problemOf(() => new ProxyRotation(resolved.proxies)),
    ...resolved.contentRules.map(ruleProblem),
    problemOf(() => resolved.browser?.executablePath && checkBrowserPath(resolved.browser.executablePath)),
    ...Object.entries(resolved.sessions ?? {}).map(([name, session]) => {
      const problem = problemOf(() => readSessionOptions(name, session));
      return problem === null ? null : `sessions.${name}: ${problem}`;
    }),
    problemOf(() => checkWorkerPath(resolved.workerPath)),
    problemOf(() => resolved.markdownRules && locateRules(resolved.markdownRules)),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  return resolved;
}

/** The index in memory is of the embedded store. */
const isSearchable = (given: ReadonlySet<unknown>): boolean =>
  !given.has(CrawlStore) || given.has(PageSearch);

/** Logs warnings about deprecated option values once at startup. */
export function logWarnings(warnings: readonly string[]): void {
  for (const warning of warnings) new Logger('WebExtract').warn(warning);
}

/** Validates selectors at startup: an invalid one would fail the scrapes of callers, who cannot fix it. */
function ruleProblem({ host, include = [], exclude = [] }: ContentRule, at: number): string | null {
  const lists = [
    { path: ['include'], selectors: include },
    { path: ['exclude'], selectors: exclude },
  ];
  const problem = problemOf(() => checkSelectors(lists));
  return problem === null ? null : `contentRules[${at}] for ${host}: ${problem}`;
}

/**
 * Finds static options returned by a factory: they have no effect, because controllers and drivers are
 * created before it runs.
 */
function lateOnes(given: WebExtractStaticOptions, fixed: WebExtractStaticOptions): string[] {
  return STATIC.filter((name) => given[name] !== undefined && given[name] !== fixed[name]).map(
    (name) => `${name} must be set next to the factory: it is needed before the factory runs`,
  );
}

function withoutStatic(options: WebExtractOptions & WebExtractStaticOptions): WebExtractOptions {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options; // validation rejects it
  const own: Record<string, unknown> = { ...options };
  for (const name of STATIC) delete own[name];
  return own;
}

/** Returns the error message of a parser as the problem; null if it does not throw. */
function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
