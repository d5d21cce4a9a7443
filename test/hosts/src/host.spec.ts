import { Test, type TestingModule } from '@nestjs/testing';
import { ScrapeService } from 'nestjs-web-extract';
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
