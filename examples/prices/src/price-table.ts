import { Injectable, Logger } from '@nestjs/common';
import { OnPage, type HandledPage } from 'nestjs-web-extract/handlers';

/** What the extractor reads; fields that a page lacks are absent. */
export interface Price {
  readonly name?: string;
  readonly price?: number;
  readonly currency?: string;
}

/** The newest prices by URL. Replace it by a table of your database. */
@Injectable()
export class PriceTable {
  readonly rows = new Map<string, Price>();
  private readonly logger = new Logger('Prices');

  @OnPage('prices', { extractor: 'prices' })
  onPage({ page, dto, problems }: HandledPage<Price>): void {
    if (dto?.price === undefined) this.logger.warn(`${page.url} has no price. ${problems.join(' ')}`);
    else this.rows.set(page.url, dto);
  }
}
