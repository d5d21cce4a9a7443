import { type DynamicModule, type Provider } from '@nestjs/common';
import type { WebExtractOptions, WebExtractStaticOptions } from '../model/options.js';
import { Fetcher } from '../ports/fetcher.port.js';
import { LanguageModel } from '../ports/language-model.port.js';
import { SearchProvider } from '../ports/search-provider.port.js';
import { ListedSearchProvider, type TestHits } from '../testing/listed.search-provider.js';
import { ScriptedLanguageModel, type ModelScript } from '../testing/scripted.language-model.js';
import { TestWeb, type TestPage } from '../testing/test-web.js';
import { WebExtractModule } from '../web-extract.module.js';

/** Test doubles for the web, in addition to the options of `WebExtractModule`. */
export interface WebExtractTestingOptions extends WebExtractOptions, WebExtractStaticOptions {
  /**
   * Responses by URL. `robots.txt` and sitemaps are pages like any other.
   * @default {}
   */
  readonly pages?: Readonly<Record<string, TestPage>>;

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

/**
 * `WebExtractModule` for tests: with the real converter, store and services, but without network connections.
 * It resolves no names and starts no browser. The HTTP API requires no key unless `auth` is set, and the
 * services are available to all modules of the test.
 */
export class WebExtractTestingModule {
  /** @throws InvalidOptionsError naming every invalid option */
  static forRoot({ pages = {}, model, hits, ...options }: WebExtractTestingOptions = {}): DynamicModule {
    const definition = WebExtractModule.forRoot({ auth: false, browser: false, isGlobal: true, ...options });
    const web = new TestWeb(pages);
    const inPlace: Provider[] = [
      { provide: TestWeb, useValue: web },
      { provide: Fetcher, useExisting: TestWeb },
      ...(model === undefined ? [] : provideAs(LanguageModel, new ScriptedLanguageModel(model))),
      ...(hits === undefined ? [] : provideAs(SearchProvider, new ListedSearchProvider(hits))),
    ];
    return {
      ...definition,
      providers: [...(definition.providers ?? []), ...inPlace], // the last provider of a token takes precedence
      exports: [
        ...(definition.exports ?? []),
        TestWeb,
        ...(model === undefined ? [] : [ScriptedLanguageModel]),
      ],
    };
  }
}

/** Provides a value by the class of its port, and by its own class for the test. */
function provideAs(port: typeof LanguageModel | typeof SearchProvider, value: object): Provider[] {
  return [
    { provide: port, useValue: value },
    { provide: value.constructor as new () => object, useValue: value },
  ];
}
