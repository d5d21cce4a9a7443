import type { PageTracker } from './history/page-tracker.js';
import type { PageReader } from '../pipeline/page-reader.js';
import { BlockedAddressError, InvalidRequestError, NotConfiguredError } from '../model/errors.js';
import { resolveOptions } from '../model/options.js';
import type { PageRequest } from '../model/page/page-request.js';
import { somePage } from '../testing/some-page.js';
import { WorkerExtractionCompute } from '../drivers/worker-threads/worker.extraction-compute.js';
import { RemoteExtractor } from '../extraction/remote-extractor.js';
import { PageExtraction } from './extract/page-extraction.js';
import { PageRun } from '../pipeline/run/page-run.js';
import { EventStream } from './events/event-stream.js';
import { RunningWork } from './running-work.js';
import { ScrapeService } from './scrape.service.js';

const URL = 'http://a.example/';

const NO_TRACKER = null as unknown as PageTracker; // nothing here is tracked

function setUp() {
  const reader = {
    admit: jest.fn((url: string) => {
      if (url.includes('10.0.0.1')) throw new BlockedAddressError(url, 'why');
    }),
    read: jest.fn(async () => ({ page: somePage({ warnings: ['from the pipeline'] }), structured: null })),
  };
  const options = resolveOptions();
  const extraction = new PageExtraction(
    new RemoteExtractor(new WorkerExtractionCompute(options.limits), null, options.llm),
    options,
  );
  const work = new RunningWork(options);
  const service = new ScrapeService(
    reader as unknown as PageReader,
    work,
    extraction,
    new EventStream(),
    NO_TRACKER,
  );
  return { service, reader };
}

describe('ScrapeService', () => {
  it('gives the page of the pipeline', async () => {
    const { service, reader } = setUp();
    const request: PageRequest = { url: URL, formats: ['html'] };
    expect(await service.scrape(request)).toEqual(somePage({ warnings: ['from the pipeline'] }));
    expect(reader.read).toHaveBeenCalledWith(request, {
      signal: expect.any(AbortSignal),
      run: expect.any(PageRun),
    });
  });

  it.each([
    [{ url: '' }, ['url']],
    [{ url: undefined }, ['url']],
    [{ timeoutMs: 0 }, ['timeoutMs']],
    [{ timeoutMs: NaN }, ['timeoutMs']],
    [{ waitForMs: -1 }, ['waitForMs']],
    [{ includeSelectors: ['a', 'p['] }, ['includeSelectors', 1]],
    [{ excludeSelectors: [''] }, ['excludeSelectors', 0]],
    [{ extraction: { schema: { type: 'strin' } } }, ['extraction', 'schema']],
  ])('refuses %j before anything is read', async (wrong, path) => {
    const { service, reader } = setUp();
    const scraping = service.scrape({ url: URL, ...wrong } as PageRequest);
    await expect(scraping).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(scraping).rejects.toMatchObject({ problems: [{ path }] });
    expect(reader.read).not.toHaveBeenCalled();
  });

  it('judges the address before it says that no model is configured', async () => {
    const { service } = setUp();
    const extraction = { prompt: 'p', onFailure: 'fail' } as const;
    await expect(service.scrape({ url: 'http://10.0.0.1/', extraction })).rejects.toBeInstanceOf(
      BlockedAddressError,
    );
    await expect(service.scrape({ url: URL, extraction })).rejects.toBeInstanceOf(NotConfiguredError);
  });

  it.each([[[]], [['extraction']]] as const)(
    'fails without a model where only an extraction was requested, by the formats %j',
    async (formats) => {
      const { service, reader } = setUp();
      const extraction = { prompt: 'p' };
      const failing = service.scrape({ url: URL, formats, extraction });
      await expect(failing).rejects.toBeInstanceOf(NotConfiguredError);
      expect(reader.read).not.toHaveBeenCalled();
      const { warnings } = await service.scrape({
        url: URL,
        formats,
        extraction: { ...extraction, onFailure: 'warn' },
      });
      expect(warnings).toContain('LLM extraction is not configured');
    },
  );

  it('needs the options of an extraction where its format is requested', async () => {
    const { service } = setUp();
    const scraping = service.scrape({ url: URL, formats: ['markdown', 'extraction'] });
    await expect(scraping).rejects.toMatchObject({ problems: [{ path: ['extraction'] }] });
  });

  it('warns where an extraction was one wish among others', async () => {
    const { service } = setUp();
    const { warnings } = await service.scrape({ url: URL, extraction: { prompt: 'p' } });
    expect(warnings).toEqual(['from the pipeline', 'LLM extraction is not configured']);
  });
});
