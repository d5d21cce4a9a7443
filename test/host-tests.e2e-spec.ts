// How the tests of an application look that uses nestjs-web-extract: no line of this file knows more than yours would.
import { Injectable, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { ScrapeService } from 'nestjs-web-extract';
import { TestWeb, WebExtractTestingModule } from 'nestjs-web-extract/testing';

/** A service of the application. */
@Injectable()
class Titles {
  constructor(private readonly scraper: ScrapeService) {}

  async of(url: string): Promise<string | null> {
    const { metadata } = await this.scraper.scrape({ url });
    return metadata.title ?? null;
  }
}

@Module({ providers: [Titles], exports: [Titles] })
class TitlesModule {}

const PAGES = {
  'https://shop.example/lamp': '<title>Lamp</title><main><h1>Lamp</h1><p>Costs 12 euros.</p></main>',
  'https://shop.example/old': { redirectTo: '/lamp' },
  'https://shop.example/broken': new Error('connection reset'),
};

describe('the titles of pages', () => {
  let module: TestingModule;

  beforeEach(async () => {
    const imports = [WebExtractTestingModule.forRoot({ pages: PAGES }), TitlesModule];
    module = await Test.createTestingModule({ imports }).compile();
    await module.init();
  });
  afterEach(() => module.close());

  it('are read where a page moved to', async () => {
    expect(await module.get(Titles, { strict: false }).of('https://shop.example/old')).toBe('Lamp');
    const asked = module.get(TestWeb, { strict: false }).requests.map(({ url }) => url);
    expect(asked).toContain('https://shop.example/old');
  });

  it('are not had of a site that breaks off', async () => {
    await expect(module.get(Titles).of('https://shop.example/broken')).rejects.toThrow();
  });
});
