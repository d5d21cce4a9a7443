import { type DynamicModule, type Provider } from '@nestjs/common';
import { NoRecordedRenderer } from '../drivers/recorded-web/no-recorded.renderer.js';
import { recordWeb, replayWeb } from '../drivers/recorded-web/recorded-web.js';
import { ResolvedOptions, type WebExtractOptions, type WebExtractStaticOptions } from '../model/options.js';
import { Fetcher } from '../ports/fetcher.port.js';
import { LanguageModel } from '../ports/language-model.port.js';
import { Renderer } from '../ports/renderer.port.js';
import { SearchProvider } from '../ports/search-provider.port.js';
import { ListedSearchProvider, type TestHits } from '../testing/listed.search-provider.js';
import { ScriptedLanguageModel, type ModelScript } from '../testing/scripted.language-model.js';
import { TestWeb, type TestPage } from '../testing/test-web.js';
import { WebExtractModule } from '../web-extract.module.js';

/** Test doubles for the language model and searches, in addition to the options of `WebExtractModule`. */
export interface RecordOptions extends WebExtractOptions, WebExtractStaticOptions {
  /**
   * Responses of the language model.
   * @default no model: only structured data is extracted
   */
  readonly model?: ModelScript;

  /**
   * Results of searches.
   * @default search is not configured
   */
  readonly hits?: TestHits;
}

/** Test doubles for the web, in addition to the options of `WebExtractModule`. */
export interface WebExtractTestingOptions extends RecordOptions {
  /**
   * Responses by URL. `robots.txt` and sitemaps are pages like any other.
   * @default {}
   */
  readonly pages?: Readonly<Record<string, TestPage>>;
}

export interface ReplayOptions extends RecordOptions {
  /**
   * Let responses take as long as when they were recorded.
   * @default false
   */
  readonly timing?: boolean;
}

/**
 * `WebExtractModule` for tests: with the real converter, store and services, but without network connections.
 * It resolves no names and starts no browser. The HTTP API requires no key unless `auth` is set, and the
 * services are available to all modules of the test.
 */
export class WebExtractTestingModule {
  /** @throws InvalidOptionsError naming every invalid option */
  static forRoot({ pages = {}, ...options }: WebExtractTestingOptions = {}): DynamicModule {
    const web = new TestWeb(pages);
    const providers = [
      { provide: TestWeb, useValue: web },
      { provide: Fetcher, useExisting: TestWeb },
    ];
    return withDoubles(options, providers, [TestWeb]);
  }

  /**
   * Fetches pages from their sites and records the responses in WARC files of a folder, for `replay`. A request that is in the folder
   * is not sent again; delete the folder to record again. Cookies and values of request headers are masked.
   * @throws InvalidOptionsError naming every invalid option
   */
  static record(dir: string, options: RecordOptions = {}): DynamicModule {
    return withDoubles(
      options,
      recordedWeb((resolved) => recordWeb(dir, resolved)),
    );
  }

  /**
   * Answers requests from a folder of `record`, without network connections. A request that was not recorded fails with its URL, and so
   * does a page that needs a browser.
   * @throws InvalidOptionsError naming every invalid option
   */
  static replay(dir: string, { timing = false, ...options }: ReplayOptions = {}): DynamicModule {
    const closed = { provide: LanguageModel, useValue: null }; // a configured one would open connections
    return withDoubles(options, [...recordedWeb((resolved) => replayWeb(dir, resolved, timing)), closed]);
  }
}

function recordedWeb(useFactory: (options: ResolvedOptions) => Fetcher): Provider[] {
  return [
    { provide: Fetcher, useFactory, inject: [ResolvedOptions] },
    { provide: Renderer, useClass: NoRecordedRenderer },
  ];
}

function withDoubles(
  { model, hits, ...options }: RecordOptions,
  web: readonly Provider[],
  exports: NonNullable<DynamicModule['exports']> = [],
): DynamicModule {
  const definition = WebExtractModule.forRoot({ auth: false, browser: false, isGlobal: true, ...options });
  const inPlace: Provider[] = [
    ...web,
    ...(model === undefined ? [] : provideAs(LanguageModel, new ScriptedLanguageModel(model))),
    ...(hits === undefined ? [] : provideAs(SearchProvider, new ListedSearchProvider(hits))),
  ];
  return {
    ...definition,
    providers: [...(definition.providers ?? []), ...inPlace], // the last provider of a token takes precedence
    exports: [
      ...(definition.exports ?? []),
      ...exports,
      ...(model === undefined ? [] : [ScriptedLanguageModel]),
    ],
  };
}

/** Provides a value by the class of its port, and by its own class for the test. */
function provideAs(port: typeof LanguageModel | typeof SearchProvider, value: object): Provider[] {
  return [
    { provide: port, useValue: value },
    { provide: value.constructor as new () => object, useValue: value },
  ];
}
