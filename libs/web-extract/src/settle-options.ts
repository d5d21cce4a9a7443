import { ProxyRotation } from './drivers/guarded-network/proxy-rotation.js';
import { checkSelectors } from './engine/selectors/compile-selectors.js';
import { parseAllowList } from './engine/url/allow-list.js';
import type { ContentRule } from './model/conversion.js';
import {
  resolveOptions,
  type ResolvedOptions,
  type WebExtractOptions,
  type WebExtractStaticOptions,
} from './model/options.js';
import { InvalidOptionsError, validateOptions } from './model/validate-options.js';

const STATIC: readonly (keyof WebExtractStaticOptions)[] = [
  'controllers',
  'prefix',
  'drivers',
  'role',
  'isGlobal',
];

const NO_LOCAL_SEARCH =
  'search.local must be left out beside drivers: it reads the embedded store of one process; search.searxng works with both';

/**
 * The options of a host as they count. The static ones stand beside them and have been checked before.
 *
 * @throws InvalidOptionsError naming every option that cannot be used
 */
export function settleOptions(
  given: WebExtractOptions & WebExtractStaticOptions,
  fixed: WebExtractStaticOptions = {},
): ResolvedOptions {
  const options = withoutStatic(given);
  validateOptions(options);
  const settled = resolveOptions(options);
  const problems = [
    ...lateOnes(given, fixed),
    fixed.drivers && settled.search.local ? NO_LOCAL_SEARCH : null,
    problemOf(() => parseAllowList(settled.allowPrivate)),
    problemOf(() => parseAllowList(settled.headersTo, 'headersTo')),
    problemOf(() => new ProxyRotation(settled.proxies)),
    ...settled.contentRules.map(ruleProblem),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  return settled;
}

/** A selector that cannot be used would fail the scrapes of callers, who cannot mend it. */
function ruleProblem({ host, include = [], exclude = [] }: ContentRule, at: number): string | null {
  const lists = [
    { path: ['include'], selectors: include },
    { path: ['exclude'], selectors: exclude },
  ];
  const problem = problemOf(() => checkSelectors(lists));
  return problem === null ? null : `contentRules[${at}] for ${host}: ${problem}`;
}

/** When a factory runs, controllers and drivers are there already: what it said of them would count for nothing. */
function lateOnes(given: WebExtractStaticOptions, fixed: WebExtractStaticOptions): string[] {
  return STATIC.filter((name) => given[name] !== undefined && given[name] !== fixed[name]).map(
    (name) => `${name} must stand beside the factory: it is needed before the factory runs`,
  );
}

function withoutStatic(options: WebExtractOptions & WebExtractStaticOptions): WebExtractOptions {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options; // to be refused
  const own: Record<string, unknown> = { ...options };
  for (const name of STATIC) delete own[name];
  return own;
}

/** What only the reader of a value can say: it throws, and its message is the problem. */
function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
