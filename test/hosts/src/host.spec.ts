import { Test, type TestingModule } from '@nestjs/testing';
import { ScrapeService } from 'nestjs-web-extract';
import { TestWeb, WebExtractTestingModule } from 'nestjs-web-extract/testing';
import { HostModule } from './host.module.js';
import { startSite } from './site.js';

describe('a host under its own jest', () => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let module: TestingModule;

  beforeAll(async () => {
    site = await startSite();
    module = await Test.createTestingModule({ imports: [HostModule.allowing(site.address)] }).compile();
    await module.init();
  });

  afterAll(async () => {
    await module.close();
    await site.close();
  });

  it('scrapes a page with the injected service', async () => {
    const page = await module.get(ScrapeService, { strict: false }).scrape({ url: site.url });
    expect(page.markdown).toContain('# Loopback heading');
  });
});

describe('a test of a host without a network', () => {
  it('reads pages that it has made up', async () => {
    const pages = {
      'https://made.example/': '<title>Made up</title><main><h1>Made up</h1><p>Text.</p></main>',
    };
    const module = await Test.createTestingModule({
      imports: [WebExtractTestingModule.forRoot({ pages })],
    }).compile();
    await module.init();
    const page = await module.get(ScrapeService, { strict: false }).scrape({ url: 'https://made.example' });
    expect(page.markdown).toContain('# Made up');
    expect(module.get(TestWeb, { strict: false }).requests).toHaveLength(1);
    await module.close();
  });
});
