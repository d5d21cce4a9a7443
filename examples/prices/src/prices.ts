import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ExtractorService, NotFoundError, WebExtractEvents, type ExamplePage } from 'nestjs-web-extract';
import { MonitorService } from 'nestjs-web-extract/monitors';

const EXTRACTOR = 'prices';
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  },
  required: ['name', 'price'],
};

/** Learns an extractor once, and has a monitor read pages with it. */
@Injectable()
export class Prices implements OnApplicationBootstrap {
  private readonly logger = new Logger('Prices');

  constructor(
    private readonly extractors: ExtractorService,
    private readonly monitors: MonitorService,
    private readonly events: WebExtractEvents,
  ) {}

  onApplicationBootstrap(): void {
    this.events.on('extractor-drifted', ({ fields }) => this.logger.warn(`Lost: ${fields.join(', ')}`));
    this.events.on('extractor-healed', ({ fields }) => this.logger.log(`Found again: ${fields.join(', ')}`));
  }

  /** Learns from pages with the values that you see there; extractors are stored. @returns warnings */
  async learn(pages: readonly ExamplePage[]): Promise<readonly string[]> {
    try {
      await this.extractors.get(EXTRACTOR);
      return [];
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
    const { extractor, warnings } = await this.extractors.learn({ schema }, { name: EXTRACTOR, pages });
    if (extractor.status === 'failed') {
      await this.extractors.remove(EXTRACTOR);
      throw new Error(`Nothing was learned: ${extractor.error?.message}`);
    }
    return warnings;
  }

  /** Begins to watch pages; monitors are stored. */
  async watch(urls: readonly string[]): Promise<string> {
    const [known] = await this.monitors.list();
    if (known) return known.id;
    const { monitor } = await this.monitors.create({
      name: 'Prices',
      schedule: { text: 'every 30 minutes' },
      targets: [
        {
          type: 'scrape',
          urls,
          page: {
            extraction: { extractor: EXTRACTOR }, // for the handler
            track: { modes: ['json'], fields: { extractor: EXTRACTOR, record: false } }, // only changes of fields are changes
          },
        },
      ],
    });
    return monitor.id;
  }

  /** Logs changes until the application ends. */
  async follow(id: string): Promise<void> {
    for await (const news of this.monitors.watch(id))
      if (news.type === 'page' && news.page.status === 'changed')
        this.logger.log(`${news.page.url}: ${JSON.stringify(news.page.diff?.fields)}`);
  }
}
