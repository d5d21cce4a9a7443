import { mkdirSync, rmSync } from 'node:fs';
import { Body, Controller, Get, Module, Post, Query, UseFilters } from '@nestjs/common';
import { WebExtractErrorFilter, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService, type SyncResult } from 'nestjs-web-extract/corpus';
import { ChunkIndex } from './chunk-index.js';
import { embed } from './embed.js';
import { PassageSearch, type Passage } from './passage-search.js';

const dataDir = process.env['DATA_DIR'] ?? '.data';
const allowPrivate = process.env['ALLOW_PRIVATE']?.split(',') ?? [];

@Controller()
@UseFilters(WebExtractErrorFilter) // rejected requests have a status and a code
export class SiteController {
  constructor(
    private readonly corpus: CorpusService,
    private readonly index: ChunkIndex,
    private readonly passages: PassageSearch,
  ) {}

  /** Reads the site for the first time, then only what has changed. */
  @Post('sync')
  sync(@Body() { url = '', limit = 100 }: { url?: string; limit?: number } = {}): Promise<SyncResult> {
    const request = { crawl: { url, limit }, tag: 'site', signature: 'words-64' }; // another model: another signature
    return this.corpus.sync(request, this.index);
  }

  @Get('search')
  search(@Query('q') question = '', @Query('limit') limit = '5'): Promise<Passage[]> {
    return this.passages.search(String(question), Math.min(Math.max(Number(limit) || 5, 1), 50));
  }
}

@Module({
  imports: [WebExtractModule.forRoot({ controllers: false, dataDir: `${dataDir}/web`, allowPrivate })],
  controllers: [SiteController],
  providers: [
    PassageSearch,
    { provide: 'embed', useValue: embed },
    { provide: ChunkIndex, useFactory: () => new ChunkIndex(openFolder(), embed) },
  ],
})
export class AppModule {}

/** The data directory of the library has one process: a lock of SQLite was left by one that was killed. */
function openFolder(): string {
  mkdirSync(dataDir, { recursive: true });
  rmSync(`${dataDir}/index.db.lock`, { recursive: true, force: true });
  return `${dataDir}/index.db`;
}
