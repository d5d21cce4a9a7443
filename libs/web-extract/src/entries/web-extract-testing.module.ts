import { type DynamicModule, type Provider } from '@nestjs/common';
import type { WebExtractOptions, WebExtractStaticOptions } from '../model/options.js';
import { Fetcher } from '../ports/fetcher.port.js';
import { LanguageModel } from '../ports/language-model.port.js';
import { SearchProvider } from '../ports/search-provider.port.js';
import { ListedSearchProvider, type TestHits } from '../testing/listed.search-provider.js';
import { ScriptedLanguageModel, type ModelScript } from '../testing/scripted.language-model.js';
import { TestWeb, type TestPage } from '../testing/test-web.js';
import { WebExtractModule } from '../web-extract.module.js';

/** What a test has in place of the web. The options of `WebExtractModule` stand beside it. */
export interface WebExtractTestingOptions extends WebExtractOptions, WebExtractStaticOptions {
  /**
   * The web: what each address answers. `robots.txt` and sitemaps are pages like all others.
   * @default {}
   */
  readonly pages?: Readonly<Record<string, TestPage>>;

  /**
   * What the language model answers.
   * @default no model: only what pages state is extracted
   */
  readonly model?: ModelScript;

  /**
   * What searches find.
   * @default searching is not configured
   */
  readonly hits?: TestHits;
}

/**
 * `WebExtractModule` for tests: its real converter, store and services, and not a single connection. Names are not resolved, no
 * browser is started, the HTTP API asks for no key unless `auth` is given, and services are there for every module of the test.
 */
export class WebExtractTestingModule {
  /** @throws InvalidOptionsError naming every option that cannot be used */
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
      providers: [...(definition.providers ?? []), ...inPlace], // the last one of a token counts
      exports: [
        ...(definition.exports ?? []),
        TestWeb,
        ...(model === undefined ? [] : [ScriptedLanguageModel]),
      ],
    };
  }
}

/** Under the port's name, and under its own for the test. */
function provideAs(port: typeof LanguageModel | typeof SearchProvider, value: object): Provider[] {
  return [
    { provide: port, useValue: value },
    { provide: value.constructor as new () => object, useValue: value },
  ];
}
