import type {
  ApiVersion,
  BrowserOptions,
  KeysOptions,
  LlmOptions,
  SearchOptions,
  WebExtractOptions,
  WebExtractStaticOptions,
} from './options.js';

/** A value of the module's options cannot be used. Thrown while the host application starts. */
export class InvalidOptionsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `WebExtractModule options are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'InvalidOptionsError';
  }
}

const VERSIONS: readonly ApiVersion[] = ['v0', 'v1', 'v2'];

/** A check of one value: null when it is fine, else what it must be. */
type Rule = (value: unknown) => string | null;
type Rules = Readonly<Record<string, Rule>>;

const boolean: Rule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');
const text: Rule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : 'must be a non-empty string';
const strings: Rule = (value) =>
  Array.isArray(value) && value.every((item) => text(item) === null)
    ? null
    : 'must be a list of non-empty strings';

const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.includes(value as string) ? null : `must be one of ${words.join(', ')}`;

const integerFrom =
  (least: number): Rule =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least
      ? null
      : `must be an integer of at least ${least}`;

const httpUrl: Rule = (value) => {
  try {
    return /^https?:$/.test(new URL(value as string).protocol) ? null : 'must be an http(s) URL';
  } catch {
    return 'must be an http(s) URL';
  }
};

const auth: Rule = (value) => {
  if (value === false) return null;
  const { keys, validate } = (value ?? {}) as { keys?: unknown; validate?: unknown };
  if (typeof validate === 'function' && keys === undefined) return null;
  const missing = Array.isArray(keys) && validate === undefined ? [...keys].findIndex(isMissing) : -1;
  if (missing >= 0) return `has no value at keys[${missing}]: is its environment variable set?`;
  if (strings(keys) !== null || validate !== undefined) {
    return 'must be false, { keys: [...] } or { validate: function }';
  }
  if ((keys as string[]).length === 0) return 'must hold at least one key; use `auth: false` to open the API';
  return (keys as string[]).every((key) => BEARER_KEY.test(key))
    ? null
    : 'holds a key with blanks, commas or other characters that a header cannot carry';
};

const isMissing = (key: unknown): boolean => key === undefined || key === null || key === '';

/** What can arrive behind `Authorization: Bearer `. A longer list than advised, so that old keys go on working. */
const BEARER_KEY = /^[\x21-\x2b\x2d-\x7e]+$/;

const contentRules: Rule = (value) => {
  const fine =
    Array.isArray(value) &&
    value.every(
      (rule: { host?: unknown; include?: unknown; exclude?: unknown } | null) =>
        rule !== null &&
        text(rule.host) === null &&
        strings(rule.include ?? []) === null &&
        strings(rule.exclude ?? []) === null,
    );
  return fine ? null : 'must be a list of { host, include?, exclude? }';
};

const OPTION_RULES: Rules = {
  auth,
  allowPrivate: strings,
  headersTo: strings,
  publicUrl: httpUrl,
  ownsMount: boolean,
  userAgent: text,
  headerProfile: oneOf('bot', 'browser'),
  proxies: strings,
  dataDir: text,
  allowIgnoreRobots: boolean,
  successFlags: boolean,
  webhookSecret: text,
  webhookUrl: httpUrl,
  respectRobotsOnScrape: boolean,
  robotsToken: text,
  contentRules,
  v1Search: boolean,
  unknownKeys: oneOf('ignore', 'reject'),
  webSocket: boolean,
};

const KEYS_RULES: Rules = {
  secret: (value) =>
    typeof value === 'string' && value.length >= 16 ? null : 'must be a string of at least 16 characters',
  signUp: boolean,
  signUpsPerHour: integerFrom(1),
};

const KEY_LIMIT_RULES: Rules = {
  requestsPerMinute: integerFrom(1),
  runningCrawls: integerFrom(1),
  pagesPerDay: integerFrom(1),
};

const LIMIT_RULES: Rules = {
  timeoutMs: integerFrom(1),
  maxTimeoutMs: integerFrom(1),
  maxBodyBytes: integerFrom(1),
  maxRedirects: integerFrom(0),
  maxFetches: integerFrom(1),
  maxFetchesPerHost: integerFrom(1),
  maxQueuedFetches: integerFrom(0),
  conversionThreads: integerFrom(1),
  conversionTimeoutMs: integerFrom(1),
  conversionMemoryMb: integerFrom(64),
  maxQueuedConversions: integerFrom(0),
  maxCrawlPages: integerFrom(1),
  maxRenderedPages: integerFrom(0),
  crawlConcurrency: integerFrom(1),
  maxActiveCrawls: integerFrom(1),
  maxRunningCrawls: integerFrom(1),
  maxKeptCrawls: integerFrom(1),
  maxWatchers: integerFrom(1),
  crawlTimeoutMs: integerFrom(1_000),
  retentionMs: integerFrom(1_000),
  scrapeRetentionMs: integerFrom(0),
  leaseMs: integerFrom(1_000),
  shutdownMs: integerFrom(0),
};

const DOCUMENTS_RULES: Rules = {
  maxBytes: integerFrom(1),
  maxInflatedBytes: integerFrom(1),
  maxPages: integerFrom(1),
  maxCells: integerFrom(1),
  recognizer: (value) =>
    typeof (value as { recognize?: unknown } | null)?.recognize === 'function'
      ? null
      : 'must have a method recognize',
};

const stringsByName: Rule = (value) =>
  isPlainObject(value) && Object.values(value).every((item) => typeof item === 'string')
    ? null
    : 'must be an object of strings';

const LLM_RULES: Rules = {
  model: text,
  baseURL: httpUrl,
  apiKey: text,
  headers: stringsByName,
  timeoutMs: integerFrom(1),
  maxConcurrent: integerFrom(1),
  maxInputTokens: integerFrom(500),
  dataFirst: boolean,
};

const EXTRACT_RULES: Rules = { maxPages: integerFrom(1), timeoutMs: integerFrom(1) };

const SEARCH_RULES: Rules = { local: boolean };

const SEARXNG_RULES: Rules = {
  url: httpUrl,
  categories: strings,
  engines: strings,
  language: text,
  safeSearch: (value) => ([0, 1, 2].includes(value as number) ? null : 'must be 0, 1 or 2'),
  timeoutMs: integerFrom(1),
};

const BROWSER_RULES: Rules = {
  executablePath: text,
  render: oneOf('auto', 'never', 'always'),
  sandbox: boolean,
  maxPages: integerFrom(1),
  maxPagesPerHost: integerFrom(1),
  maxQueued: integerFrom(0),
  recycleAfterPages: integerFrom(1),
  maxMemoryMb: integerFrom(256),
};

const READINESS_RULES: Rules = {
  quietMs: integerFrom(50),
  shellMs: integerFrom(50),
  capMs: integerFrom(100),
};

const STATIC_RULES: Rules = {
  controllers: (value) =>
    value === false ||
    (Array.isArray(value) && value.every((version) => VERSIONS.includes(version as ApiVersion)))
      ? null
      : "must be false or a list of 'v0', 'v1' and 'v2'",
  prefix: (value) =>
    typeof value === 'string' && /^[A-Za-z0-9._~/-]*$/.test(value)
      ? null
      : 'must be a path of letters, digits and . _ ~ - /',
  isGlobal: boolean,
  drivers: (value) =>
    isPlainObject(value) && typeof (value as { module?: unknown }).module === 'function'
      ? null
      : 'must be a module made by forRoot or forRootAsync, such as BullDriversModule.forRoot({ ... })',
  role: oneOf('all', 'api', 'worker'),
};

/** Checks what the host passed. @throws InvalidOptionsError naming every value that cannot be used */
export function validateOptions(options: WebExtractOptions): void {
  if (!isPlainObject(options)) throw new InvalidOptionsError(['options must be an object']);
  const {
    limits = {},
    llm = {},
    extract = {},
    search = {},
    keys = {},
    browser = 'auto',
    documents = {},
    ...own
  } = options;
  const problems = [
    ...problemsOf(own, OPTION_RULES, ''),
    ...(isPlainObject(llm) ? llmProblems(llm) : ['llm must be an object']),
    ...(isPlainObject(extract)
      ? problemsOf(extract, EXTRACT_RULES, 'extract.')
      : ['extract must be an object']),
    ...(isPlainObject(search) ? searchProblems(search) : ['search must be an object']),
    ...(isPlainObject(keys)
      ? keysProblems(keys)
      : ['keys must be an object; keys of your own stand in auth.keys']),
    ...browserProblems(browser),
    ...(isPlainObject(documents)
      ? problemsOf(documents, DOCUMENTS_RULES, 'documents.')
      : ['documents must be an object']),
    ...(isPlainObject(limits) ? problemsOf(limits, LIMIT_RULES, 'limits.') : ['limits must be an object']),
  ];
  if (problems.length > 0) throw new InvalidOptionsError(problems);
}

/** Checks the options that are known before any factory runs. @throws InvalidOptionsError */
export function validateStaticOptions(options: WebExtractStaticOptions): void {
  const { role = 'all', drivers } = options;
  const isAlone = role !== 'all' && drivers === undefined;
  const problems = [
    ...problemsOf(options, STATIC_RULES, ''),
    ...(isAlone ? [`role ${role} needs drivers: an embedded store belongs to one process`] : []),
  ];
  if (problems.length > 0) throw new InvalidOptionsError(problems);
}

/** An endpoint without a model would never be asked, and nobody would notice. */
function llmProblems(llm: LlmOptions): string[] {
  const isPointless = llm.model === undefined && (llm.baseURL ?? llm.apiKey) !== undefined;
  return [
    ...problemsOf(llm, LLM_RULES, 'llm.'),
    ...(isPointless ? ['llm.model must name the model that is asked'] : []),
  ];
}

/** An instance without an address would never be asked, and nobody would notice. */
function searchProblems({ searxng = {}, ...own }: SearchOptions): string[] {
  const problems = problemsOf(own, SEARCH_RULES, 'search.');
  if (!isPlainObject(searxng)) return [...problems, 'search.searxng must be an object'];
  const isPointless = searxng.url === undefined && Object.keys(searxng).some((name) => name !== 'url');
  return [
    ...problems,
    ...problemsOf(searxng, SEARXNG_RULES, 'search.searxng.'),
    ...(isPointless ? ['search.searxng.url must say which instance is asked'] : []),
  ];
}

function keysProblems({ limits = {}, ...own }: KeysOptions): string[] {
  return [
    ...problemsOf(own, KEYS_RULES, 'keys.'),
    ...(isPlainObject(limits)
      ? problemsOf(limits, KEY_LIMIT_RULES, 'keys.limits.')
      : ['keys.limits must be an object']),
  ];
}

function browserProblems(browser: 'auto' | false | BrowserOptions): string[] {
  if (browser === 'auto' || browser === false) return [];
  if (!isPlainObject(browser)) return ["browser must be 'auto', false or an object"];
  const { readiness = {}, ...own } = browser;
  return [
    ...problemsOf(own, BROWSER_RULES, 'browser.'),
    ...(isPlainObject(readiness)
      ? problemsOf(readiness, READINESS_RULES, 'browser.readiness.')
      : ['browser.readiness must be an object']),
  ];
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemsOf(values: object, rules: Rules, prefix: string): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) return [`${prefix}${name} is not an option`];
    const problem = rule(value);
    return problem === null ? [] : [`${prefix}${name} ${problem}`];
  });
}
