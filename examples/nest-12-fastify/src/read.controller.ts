import { Controller, Get, Header, Query, UseFilters } from '@nestjs/common';
import { ScrapeService, WebExtractErrorFilter } from 'nestjs-web-extract';

/** A route of the application itself, with an injected service. */
@Controller('read')
@UseFilters(WebExtractErrorFilter) // failures have a status and a code
export class ReadController {
  constructor(private readonly scraper: ScrapeService) {}

  @Get()
  @Header('content-type', 'text/markdown; charset=utf-8')
  async read(@Query('url') url: string): Promise<string> {
    const markdownOptions = { links: 'reference', images: 'none' } as const;
    return (await this.scraper.scrape({ url, markdownOptions })).markdown;
  }
}
