import type { KeyLimits } from './api-key.js';
import type { ContentRule } from './conversion.js';
import type { TextRecognizer } from './document.js';
import type { Principal } from './principal.js';

/** Which part of the work a process does. */
export type Role = 'all' | 'api' | 'worker';

/** A version of the HTTP API. */
export type ApiVersion = 'v0' | 'v1' | 'v2';

/** A module of Nest that provides and exports the drivers of crawls, made by `forRoot` or `forRootAsync`. */
export interface DriverModule {
  readonly module: abstract new (...args: never[]) => unknown;
}

/** Options that must be known before any async factory runs. Given to `forRoot` and `forRootAsync` alike. */
export interface WebExtractStaticOptions {
  /**
   * Which ready-made HTTP APIs are mounted; `false` mounts none and leaves the services.
   * @default ['v0', 'v1', 'v2']
   */
  controllers?: false | readonly ApiVersion[];

  /**
   * Path put before the version, `/`-separated, below the host's own global prefix.
   * @default ''
   */
  prefix?: string;

  /**
   * Where crawls are kept and who works on them: `BullDriversModule.forRoot({ redis: { url } })` of
   * `nestjs-web-extract/bull` for many processes on one Redis.
   * @default an embedded store and this process
   */
  drivers?: DriverModule;

  /**
   * Which part of the work this process does. `api` crawls nothing and answers for every crawl; `worker` crawls and mounts no
   * HTTP API. Needs `drivers`.
   * @default 'all'
   */
  role?: Role;

  /**
   * Make the services available to every module without importing this one again.
   * @default false
   */
  isGlobal?: boolean;
}

/** Who may call the HTTP API. */
export type AuthOptions =
  | false
  | { readonly keys: readonly string[] }
  | { readonly validate: (key: string) => Promise<Principal | boolean> | Principal | boolean };

/** Keys that are made while the application runs, and kept beside those of `auth`. */
export interface KeysOptions {
  /**
   * Key of the HMAC-SHA256 that keys are kept as, the same in all processes. Another one makes all keys invalid.
   * @default made once, and kept with the keys
   */
  secret?: string;

  /**
   * Anybody may make a key by `POST /v1/keys`.
   * @default false
   */
  signUp?: boolean;

  /**
   * Keys that may be made from one address in an hour, at least 1. The address is what the platform reports: behind a proxy it must be
   * told to trust that.
   * @default 5
   */
  signUpsPerHour?: number;

  /**
   * What keys may ask for that state nothing else: `requestsPerMinute`, `runningCrawls` and `pagesPerDay`, each at least 1. What is
   * absent is not limited.
   * @default {}
   */
  limits?: KeyLimits;
}

/** The language model that extractions ask. */
export interface LlmOptions {
  /**
   * Name of the model, as its endpoint knows it. Absent: no model is asked, only what pages state in structured data is extracted.
   * @default none
   */
  model?: string;

  /**
   * Address of the endpoint up to `/chat/completions`: OpenAI, Azure, Ollama, vLLM, LM Studio, LiteLLM and others.
   * @default 'https://api.openai.com/v1'
   */
  baseURL?: string;

  /**
   * Key of the endpoint. Local servers need none.
   * @default none
   */
  apiKey?: string;

  /**
   * Headers sent to the endpoint besides, such as `api-key`.
   * @default {}
   */
  headers?: Readonly<Record<string, string>>;

  /**
   * Longest time for one request to the model in milliseconds, at least 1. Never longer than the time left of the page's own.
   * @default 60_000
   */
  timeoutMs?: number;

  /**
   * Requests to the model under way at once in this process, at least 1. More wait, within their time.
   * @default 8
   */
  maxConcurrent?: number;

  /**
   * Text of a page sent in one request, in tokens (about 3.5 letters each), at least 500. Longer pages are asked about in parts.
   * @default 16_000
   */
  maxInputTokens?: number;

  /**
   * Take what a page states in JSON-LD, microdata, Open Graph, tables and definition lists, and ask the model only for what is
   * missing. Works without a model too.
   * @default true
   */
  dataFirst?: boolean;
}

/** A SearXNG instance that searches the web. Its settings must list json among `search.formats`. */
export interface SearxngOptions {
  /**
   * Address of the instance, on a private network too: it need not be in `allowPrivate`. Absent: the web is not searched.
   * @default none
   */
  url?: string;

  /**
   * Categories that are searched, such as `general` or `news`.
   * @default as the instance is set up
   */
  categories?: readonly string[];

  /**
   * Engines that are asked, such as `duckduckgo`.
   * @default as the instance is set up
   */
  engines?: readonly string[];

  /**
   * Language of results where a search states none, such as `de`, `pt-BR` or `all`.
   * @default 'en-US'
   */
  language?: string;

  /**
   * Filter of results: 0 off, 1 moderate, 2 strict.
   * @default 0
   */
  safeSearch?: 0 | 1 | 2;

  /**
   * Longest time for the instance to answer one search in milliseconds, at least 1.
   * @default 10_000
   */
  timeoutMs?: number;
}

/** Bounds of extract jobs, which make one object of several pages. */
export interface ExtractOptions {
  /**
   * Most pages of each site that a job names with `/*`, and of the search that it asks for; at least 1.
   * @default 10
   */
  maxPages?: number;

  /**
   * Longest time for all pages of a job in milliseconds, at least 1. Starts when the job is accepted; what was read by then counts.
   * @default 600_000
   */
  timeoutMs?: number;
}

/** Where searches look. Both may be set: their hits become one list. */
export interface SearchOptions {
  /**
   * Search the pages that the caller's own crawls collected, while their results are kept: the newest 20,000 of each key.
   * @default false
   */
  local?: boolean;

  /** The web, by a SearXNG instance. */
  searxng?: SearxngOptions;
}

/** When a page that a browser shows counts as ready. */
export interface ReadinessOptions {
  /**
   * Time in milliseconds without a request for content or a change of content, at least 50.
   * @default 500
   */
  quietMs?: number;

  /**
   * The same for a page that shows hardly anything yet, at least 50.
   * @default 3_000
   */
  shellMs?: number;

  /**
   * Longest wait in milliseconds, at least 100; then the page is taken as it is.
   * @default 8_000
   */
  capMs?: number;
}

/** The browser that finishes pages whose scripts bring their text, takes pictures and does actions. */
export interface BrowserOptions {
  /**
   * Path of a browser of the Chromium family; `chromium-headless-shell` needs the least.
   * @default looked for in the usual places
   */
  executablePath?: string;

  /**
   * Which pages it finishes when the request does not say: those that need it, none but on request, or all.
   * @default 'auto'
   */
  render?: 'auto' | 'never' | 'always';

  /**
   * Chromium's own sandbox. Where the system does not let ordinary users have one (some containers), the browser does not start
   * with it.
   * @default on, but for root, whom Chromium refuses it
   */
  sandbox?: boolean;

  /**
   * Pages open at once, at least 1. Of several places one is kept for scrapes.
   * @default 4
   */
  maxPages?: number;

  /**
   * Pages of one host open at once, at least 1.
   * @default 2
   */
  maxPagesPerHost?: number;

  /**
   * Scrapes of one owner that may wait for a place, a quarter more with those of others; one more is refused with
   * SERVICE_UNAVAILABLE. At least 0.
   * @default 100
   */
  maxQueued?: number;

  /**
   * Pages after which the browser is replaced, at least 1.
   * @default 200
   */
  recycleAfterPages?: number;

  /**
   * Memory in MiB that the browser may take with all of its pages, at least 256. The page that takes most is ended first. Linux only.
   * @default 1_500
   */
  maxMemoryMb?: number;

  /** When a page counts as ready. */
  readiness?: ReadinessOptions;
}

/** How files that are no text are read: PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB. */
export interface DocumentsOptions {
  /**
   * Largest document read, in bytes, at least 1. Counts where it is more than `limits.maxBodyBytes`. Larger ones fail with
   * SCRAPE_BODY_TOO_LARGE, uploads with 413.
   * @default 52_428_800
   */
  maxBytes?: number;

  /**
   * Bytes that the parts of one document may be decompressed to, all together, at least 1.
   * @default 268_435_456
   */
  maxInflatedBytes?: number;

  /**
   * Pages, slides or sheets read of one document, at least 1. The rest is left out with a warning.
   * @default 2_000
   */
  maxPages?: number;

  /**
   * Cells of tables and sheets written of one document, at least 1. The rest is left out with a warning.
   * @default 500_000
   */
  maxCells?: number;

  /**
   * Recognises the text of scans: pages of PDFs that hold only pictures, and pictures in documents that hold nothing else. It is
   * given the file and the numbers of the pages, and a signal that fires when the request has no more time for it; it may be
   * called several times side by side. What it cannot do is a warning of the answer.
   * @default none: scans are answered with a warning and without text
   */
  recognizer?: TextRecognizer;
}

/** Bounds of the work. All times start when the request leaves its queue, `timeoutMs` when it arrives. */
export interface LimitOptions {
  /**
   * Longest time for one page in milliseconds when the request states none, at least 1.
   * @default 30_000
   */
  timeoutMs?: number;

  /**
   * Ceiling of the time that a request may state for a page, a map or a search, in milliseconds; a longer one is lowered with a
   * warning. At least 1.
   * @default 300_000
   */
  maxTimeoutMs?: number;

  /**
   * Largest response body read, in bytes after decompression, at least 1. Larger pages fail with SCRAPE_BODY_TOO_LARGE.
   * @default 10_485_760
   */
  maxBodyBytes?: number;

  /**
   * Redirects followed before a page fails, at least 0.
   * @default 10
   */
  maxRedirects?: number;

  /**
   * Fetches of one owner under way at once in this process, at least 1; for other owners there are up to a quarter more. Pages
   * of crawls take up seven of eight at most.
   * @default 64
   */
  maxFetches?: number;

  /**
   * Fetches under way at once to one host, at least 1.
   * @default 16
   */
  maxFetchesPerHost?: number;

  /**
   * Fetches that may wait for a place; one more is refused with SERVICE_UNAVAILABLE. At least 0.
   * @default 1_000
   */
  maxQueuedFetches?: number;

  /**
   * Worker threads that convert pages, at least 1. Pages of more than 1 MiB are converted one after the other. On a
   * single processor the default is 1, and a second thread takes over while a page holds up the others. A further thread starts
   * for an owner that has none while long pages hold all of these.
   * @default one less than the processors, 2 to 4
   */
  conversionThreads?: number;

  /**
   * Longest time for one conversion, and for each step of an extraction besides the model's, in milliseconds, at least 1; up to
   * three times that by the clock where other programs keep the processor. The thread of a longer one is replaced.
   * @default 15_000
   */
  conversionTimeoutMs?: number;

  /**
   * Memory in MiB by which one conversion, or step of an extraction, may let the process grow, buffers included, at least 64;
   * several under way share the sum. The one that takes more fails with SCRAPE_CONVERSION_FAILED, LLM_EXTRACTION_FAILED.
   * @default 512
   */
  conversionMemoryMb?: number;

  /**
   * Conversions that may wait for a thread, and as many extractions for theirs; one more is refused with SERVICE_UNAVAILABLE.
   * At least 0.
   * @default 500
   */
  maxQueuedConversions?: number;

  /**
   * Ceiling of a crawl's `limit`; higher ones are lowered with a warning. At least 1.
   * @default 100_000
   */
  maxCrawlPages?: number;

  /**
   * Pages of one crawl that a browser finishes, at least 0; further ones are taken as they were sent, with a warning.
   * @default 1_000
   */
  maxRenderedPages?: number;

  /**
   * Pages of one crawl under way at once in this process, at least 1.
   * @default 16
   */
  crawlConcurrency?: number;

  /**
   * Crawls of one owner at work at once in this process, at least 1; for other owners there are up to a quarter more. Their
   * pages share the fetches fairly; more crawls take turns.
   * @default 256
   */
  maxActiveCrawls?: number;

  /**
   * Crawls of one owner (key, or principal) that may run at once, at least 1; one more is refused with RATE_LIMITED.
   * @default 200
   */
  maxRunningCrawls?: number;

  /**
   * Crawls of one owner that are over and kept until their results expire, at least 1; while there are so many, further ones are
   * refused with RATE_LIMITED.
   * @default 2_000
   */
  maxKeptCrawls?: number;

  /**
   * Clients of one owner that may watch jobs over a WebSocket at once in this process, at least 1; for other owners there are up to a
   * quarter more. One more is told so, and left.
   * @default 500
   */
  maxWatchers?: number;

  /**
   * Longest life of a crawl in milliseconds, from its submission on, at least 1_000. One that lasts longer fails; its
   * results stay readable.
   * @default 604_800_000
   */
  crawlTimeoutMs?: number;

  /**
   * How long the results of a crawl are kept after its end, in milliseconds, at least 1_000.
   * @default 86_400_000
   */
  retentionMs?: number;

  /**
   * How long a scrape can be read again by its `scrapeId`, in milliseconds, at least 0; in the process that made it, while there is room.
   * @default 3_600_000
   */
  scrapeRetentionMs?: number;

  /**
   * How long a worker may be silent before its pages are given to another, in milliseconds, at least 1_000.
   * @default 30_000
   */
  leaseMs?: number;

  /**
   * How long scrapes and maps under way may go on when the application closes, in milliseconds, at least 0. Then they
   * fail with SERVICE_UNAVAILABLE. Pages of crawls have three fifths of it; what is cut off is fetched again later.
   * @default 5_000
   */
  shutdownMs?: number;
}

/** How a host application configures the module. Every field is optional. */
export interface WebExtractOptions {
  /**
   * Accepted bearer keys (a list, compared in constant time), or a function that decides within 10 s. `false` opens the API: only for
   * hosts with a guard of their own. Absent: one random key is made at start and logged once.
   * @default one generated key
   */
  auth?: AuthOptions;

  /** Keys that are made while the application runs, by `KeyService` or at `/v1/keys`. Absent: there are none. */
  keys?: KeysOptions;

  /**
   * Non-public targets that may be fetched: `127.0.0.0/8`, `10.1.2.3`, `intranet`, `localhost:8080`, `[::1]:8080`.
   * Logged at start.
   * @default []
   */
  allowPrivate?: readonly string[];

  /**
   * Sites of your own that get the headers of a request from wherever it was redirected, and whatever page of a crawl or hit of a
   * search they are: `*.example.com`, `example.com:8443`, `10.0.0.0/8`. To other origins than the one asked for go only `Accept`,
   * `Accept-Language` and `User-Agent`. Never over http what began with https.
   * @default []
   */
  headersTo?: readonly string[];

  /**
   * Base of the addresses in answers (`url`, `next`), for hosts behind a proxy.
   * @default as the request was made
   */
  publicUrl?: string;

  /**
   * Everything below the mounted paths belongs to this module: unknown paths there get its JSON 404.
   * @default false
   */
  ownsMount?: boolean;

  /**
   * The `User-Agent` header of fetches and of the browser, whatever the header profile and for mobile requests too.
   * @default that of the header profile, for `bot` Mozilla/5.0 (compatible; NestWebExtract/0; +https://www.npmjs.com/package/nestjs-web-extract)
   */
  userAgent?: string;

  /**
   * Headers sent besides: few and honest, or those a browser would send.
   * @default 'bot'
   */
  headerProfile?: 'bot' | 'browser';

  /**
   * Proxies that fetches go through in turn, `http://user:password@host:port`.
   * @default []
   */
  proxies?: readonly string[];

  /**
   * Directory of the crawl store: crawls survive a crash and a restart. One process at a time may own it, and only its user can
   * read it. One that cannot be used ends the start with a DataDirError. Not used with `drivers`.
   * @default a private temporary directory, removed at the end
   */
  dataDir?: string;

  /**
   * Requests may turn off robots.txt for their crawl (`ignoreRobotsTxt`).
   * @default false
   */
  allowIgnoreRobots?: boolean;

  /**
   * Send `success: true` in crawl status and map answers, as published clients expect.
   * @default true
   */
  successFlags?: boolean;

  /**
   * Key of the HMAC-SHA256 signature that webhook messages carry in `X-Web-Extract-Signature`.
   * @default not signed
   */
  webhookSecret?: string;

  /**
   * Where the end of a v0 crawl is told whose request names no webhook. In `allowPrivate`, unless it is public.
   * @default none
   */
  webhookUrl?: string;

  /**
   * Single scrapes obey robots.txt too. Crawls and maps always do.
   * @default false
   */
  respectRobotsOnScrape?: boolean;

  /**
   * Product token that robots.txt groups are matched with.
   * @default 'NestWebExtract'
   */
  robotsToken?: string;

  /**
   * Parts to keep or drop on the pages of certain hosts. Selectors are bounded as those of a request are, and checked at the start.
   * @default []
   */
  contentRules?: readonly ContentRule[];

  /** The language model that extractions ask, at any endpoint that speaks OpenAI's chat completions. */
  llm?: LlmOptions;

  /**
   * Offer `POST /v1/search`; without it the route is not there. Those of v0 and v2 always are.
   * @default true
   */
  v1Search?: boolean;

  /**
   * What becomes of fields in bodies of v2 that nobody knows: passed over with a warning, for later clients send some of their own, or
   * refused with 400. v1 refuses them, v0 passes over them.
   * @default 'ignore'
   */
  unknownKeys?: 'ignore' | 'reject';

  /**
   * Jobs can be watched over a WebSocket where they are read, as `crawlUrlAndWatch` of published clients does. Guards of the host do not
   * see upgrades: only the key protects a watch.
   * @default true, but for `auth: false`
   */
  webSocket?: boolean;

  /**
   * Finishes pages that need a browser: their text comes by scripts, or the request asks for `waitFor`, a screenshot or actions. It is
   * looked for at the first need and never downloaded; `false` for none.
   * @default a browser of this machine, if there is one
   */
  browser?: 'auto' | false | BrowserOptions;

  /** How far extract jobs go. */
  extract?: ExtractOptions;

  /** Where searches look. Absent: searching answers NOT_CONFIGURED. */
  search?: SearchOptions;

  /** How files that are no text are read. */
  documents?: DocumentsOptions;

  /** Bounds of the work. */
  limits?: LimitOptions;
}

/** The options of a browser with their values. */
export type ResolvedBrowserOptions = Readonly<
  Required<Omit<BrowserOptions, 'executablePath' | 'sandbox' | 'readiness'>>
> & {
  readonly executablePath: string | undefined;
  readonly sandbox: boolean | undefined;
  readonly readiness: Readonly<Required<ReadinessOptions>>;
};

/** Every option with its value. Also the injection token of the settled options. */
export abstract class ResolvedOptions {
  abstract readonly auth: AuthOptions | undefined;
  /** Null without stored keys. */
  abstract readonly keys:
    (Readonly<Required<Omit<KeysOptions, 'secret'>>> & { readonly secret: string | undefined }) | null;
  abstract readonly allowPrivate: readonly string[];
  abstract readonly headersTo: readonly string[];
  abstract readonly publicUrl: string | undefined;
  abstract readonly ownsMount: boolean;
  abstract readonly userAgent: string | undefined;
  abstract readonly headerProfile: 'bot' | 'browser';
  abstract readonly proxies: readonly string[];
  abstract readonly dataDir: string | undefined;
  abstract readonly allowIgnoreRobots: boolean;
  abstract readonly successFlags: boolean;
  abstract readonly webhookSecret: string | undefined;
  abstract readonly webhookUrl: string | undefined;
  abstract readonly respectRobotsOnScrape: boolean;
  abstract readonly robotsToken: string;
  abstract readonly contentRules: readonly ContentRule[];
  abstract readonly llm: Readonly<Required<Omit<LlmOptions, 'model' | 'apiKey'>>> & {
    readonly model: string | undefined;
    readonly apiKey: string | undefined;
  };
  abstract readonly extract: Readonly<Required<ExtractOptions>>;
  abstract readonly v1Search: boolean;
  abstract readonly unknownKeys: 'ignore' | 'reject';
  abstract readonly webSocket: boolean;
  abstract readonly search: {
    readonly local: boolean;
    readonly searxng: Readonly<Required<Omit<SearxngOptions, 'url'>>> & { readonly url: string | undefined };
  };
  /** Null when pages are taken as they are sent. */
  abstract readonly browser: ResolvedBrowserOptions | null;
  abstract readonly documents: Readonly<Required<Omit<DocumentsOptions, 'recognizer'>>> & {
    readonly recognizer: TextRecognizer | undefined;
  };
  abstract readonly limits: Readonly<Required<Omit<LimitOptions, 'conversionThreads'>>> & {
    readonly conversionThreads: number | undefined;
  };
}

/** Fills in every default. The only place where a default is written. */
export function resolveOptions(options: WebExtractOptions = {}): ResolvedOptions {
  const { limits = {}, llm = {}, extract = {}, search = {}, documents = {} } = options;
  const { searxng = {} } = search;
  return {
    auth: options.auth,
    keys: resolveKeys(options.keys),
    allowPrivate: options.allowPrivate ?? [],
    headersTo: options.headersTo ?? [],
    publicUrl: options.publicUrl,
    ownsMount: options.ownsMount ?? false,
    userAgent: options.userAgent,
    headerProfile: options.headerProfile ?? 'bot',
    proxies: options.proxies ?? [],
    dataDir: options.dataDir,
    allowIgnoreRobots: options.allowIgnoreRobots ?? false,
    successFlags: options.successFlags ?? true,
    webhookSecret: options.webhookSecret,
    webhookUrl: options.webhookUrl,
    respectRobotsOnScrape: options.respectRobotsOnScrape ?? false,
    robotsToken: options.robotsToken ?? 'NestWebExtract',
    contentRules: options.contentRules ?? [],
    llm: {
      model: llm.model,
      baseURL: llm.baseURL ?? 'https://api.openai.com/v1',
      apiKey: llm.apiKey,
      headers: llm.headers ?? {},
      timeoutMs: llm.timeoutMs ?? 60_000,
      maxConcurrent: llm.maxConcurrent ?? 8,
      maxInputTokens: llm.maxInputTokens ?? 16_000,
      dataFirst: llm.dataFirst ?? true,
    },
    extract: { maxPages: extract.maxPages ?? 10, timeoutMs: extract.timeoutMs ?? 600_000 },
    v1Search: options.v1Search ?? true,
    unknownKeys: options.unknownKeys ?? 'ignore',
    webSocket: options.webSocket ?? options.auth !== false,
    search: {
      local: search.local ?? false,
      searxng: {
        url: searxng.url,
        categories: searxng.categories ?? [],
        engines: searxng.engines ?? [],
        language: searxng.language ?? 'en-US',
        safeSearch: searxng.safeSearch ?? 0,
        timeoutMs: searxng.timeoutMs ?? 10_000,
      },
    },
    browser: resolveBrowser(options.browser),
    documents: {
      maxBytes: documents.maxBytes ?? 52_428_800,
      maxInflatedBytes: documents.maxInflatedBytes ?? 268_435_456,
      maxPages: documents.maxPages ?? 2_000,
      maxCells: documents.maxCells ?? 500_000,
      recognizer: documents.recognizer,
    },
    limits: {
      timeoutMs: limits.timeoutMs ?? 30_000,
      maxTimeoutMs: limits.maxTimeoutMs ?? 300_000,
      maxBodyBytes: limits.maxBodyBytes ?? 10_485_760,
      maxRedirects: limits.maxRedirects ?? 10,
      maxFetches: limits.maxFetches ?? 64,
      maxFetchesPerHost: limits.maxFetchesPerHost ?? 16,
      maxQueuedFetches: limits.maxQueuedFetches ?? 1_000,
      conversionThreads: limits.conversionThreads,
      conversionTimeoutMs: limits.conversionTimeoutMs ?? 15_000,
      conversionMemoryMb: limits.conversionMemoryMb ?? 512,
      maxQueuedConversions: limits.maxQueuedConversions ?? 500,
      maxCrawlPages: limits.maxCrawlPages ?? 100_000,
      maxRenderedPages: limits.maxRenderedPages ?? 1_000,
      crawlConcurrency: limits.crawlConcurrency ?? 16,
      maxActiveCrawls: limits.maxActiveCrawls ?? 256,
      maxRunningCrawls: limits.maxRunningCrawls ?? 200,
      maxKeptCrawls: limits.maxKeptCrawls ?? 2_000,
      maxWatchers: limits.maxWatchers ?? 500,
      crawlTimeoutMs: limits.crawlTimeoutMs ?? 604_800_000,
      retentionMs: limits.retentionMs ?? 86_400_000,
      scrapeRetentionMs: limits.scrapeRetentionMs ?? 3_600_000,
      leaseMs: limits.leaseMs ?? 30_000,
      shutdownMs: limits.shutdownMs ?? 5_000,
    },
  };
}

function resolveKeys(keys: WebExtractOptions['keys']): ResolvedOptions['keys'] {
  if (keys === undefined) return null;
  const { secret, signUp = false, signUpsPerHour = 5, limits = {} } = keys;
  return { secret, signUp, signUpsPerHour, limits };
}

function resolveBrowser(browser: WebExtractOptions['browser'] = 'auto'): ResolvedBrowserOptions | null {
  if (browser === false) return null;
  const given = browser === 'auto' ? {} : browser;
  const { readiness = {} } = given;
  return {
    executablePath: given.executablePath,
    render: given.render ?? 'auto',
    sandbox: given.sandbox,
    maxPages: given.maxPages ?? 4,
    maxPagesPerHost: given.maxPagesPerHost ?? 2,
    maxQueued: given.maxQueued ?? 100,
    recycleAfterPages: given.recycleAfterPages ?? 200,
    maxMemoryMb: given.maxMemoryMb ?? 1_500,
    readiness: {
      quietMs: readiness.quietMs ?? 500,
      shellMs: readiness.shellMs ?? 3_000,
      capMs: readiness.capMs ?? 8_000,
    },
  };
}
