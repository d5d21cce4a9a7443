import { Body, Controller, Get, HttpCode, Param, Post, UseFilters } from '@nestjs/common';
import { CrawlService, WebExtractErrorFilter } from 'nestjs-web-extract';
import { Ingestion } from './ingestion.js';
import { Passages } from './passages.js';

@Controller('sites')
@UseFilters(WebExtractErrorFilter) // what the library refuses has a status and a code
export class SitesController {
  constructor(
    private readonly ingestion: Ingestion,
    private readonly passages: Passages,
    private readonly crawls: CrawlService,
  ) {}

  @Post()
  @HttpCode(202)
  async add(@Body() { url = '', limit = 100 }: { url?: string; limit?: number } = {}) {
    return { id: await this.ingestion.start(url, limit) };
  }

  @Get()
  list() {
    return this.passages.sites();
  }

  /** How far a crawl is; `isIndexed` once its passages are found. */
  @Get(':id')
  async state(@Param('id') id: string) {
    const { status, counters } = await this.crawls.status(id);
    const isIndexed = !this.passages.pending().some((crawl) => crawl.id === id);
    return { status, pages: counters.pages, failed: counters.failed, isIndexed };
  }
}
