import { Injectable, Logger, Module } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusSearch, CorpusService, type SyncResult } from 'nestjs-web-extract/corpus';
import { OnChange, type HandledChange } from 'nestjs-web-extract/handlers';
import { McpTool, WebExtractMcpModule, type McpToolCall } from 'nestjs-web-extract/mcp';
import { MonitorService } from 'nestjs-web-extract/monitors';
import { SqliteIndex } from './sqlite-index.js';

const { DATA_DIR: dataDir = '.data', KEY = 'change-me' } = process.env;
const list = (name: string) => (process.env[name] ?? '').split(',').filter(Boolean);
const PRICE = { type: 'object', properties: { price: { type: 'number' } } };

/** Keeps the sites of SITES in SQLite, and watches the prices of the pages of PRODUCTS. */
@Injectable()
export class Sites {
  private readonly logger = new Logger('Sites');

  constructor(
    private readonly corpus: CorpusService,
    private readonly corpora: CorpusSearch,
    private readonly monitors: MonitorService,
    private readonly index: SqliteIndex,
  ) {}

  /** Reads only what has changed since the last call. */
  async sync(): Promise<SyncResult[]> {
    const results: SyncResult[] = [];
    for (const url of list('SITES'))
      results.push(await this.corpus.sync({ crawl: { url, limit: 500 }, tag: url }, this.index.of(url)));
    return results;
  }

  /** Begins to watch prices; monitors are stored. */
  async watch(): Promise<string> {
    const [known] = await this.monitors.list();
    const { monitor } = known ? { monitor: known } : await this.monitors.watchFields(list('PRODUCTS'), PRICE);
    return monitor.id;
  }

  /** Logs changed prices until the application ends. */
  async follow(id: string): Promise<void> {
    for await (const news of this.monitors.watch(id))
      if (news.type === 'page' && news.page.status === 'changed')
        this.logger.log(`${news.page.url}: ${JSON.stringify(news.page.diff?.fields)}`);
  }

  @OnChange('first-site', { tag: list('SITES')[0] ?? '' })
  onChange({ change }: HandledChange): void {
    this.logger.log(`${change.type} ${change.url}`);
  }

  @McpTool({
    name: 'answer',
    description: 'Finds passages of the documentation that answer a question, with links.',
    input: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
    readOnly: true,
  })
  async answer({ question }: { question: string }, { owner }: McpToolCall) {
    const found = list('SITES').map((tag) => this.corpora.search({ tag, query: question, limit: 3, owner }));
    const passages = (await Promise.all(found)).flatMap((result) => result.passages);
    return { passages: passages.map(({ url, title, text }) => ({ url, title, text })) };
  }
}

const web = WebExtractModule.forRoot({
  auth: { keys: [{ key: KEY, owner: 'host' }] }, // sees what the application has started
  allowPrivate: list('ALLOW_PRIVATE'),
  dataDir: `${dataDir}/web`,
});

@Module({
  imports: [web, WebExtractMcpModule.forRoot()],
  providers: [Sites, { provide: SqliteIndex, useFactory: () => new SqliteIndex(dataDir) }],
})
export class AppModule {}
