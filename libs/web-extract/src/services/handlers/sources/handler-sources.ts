import { Injectable } from '@nestjs/common';
import type { HandlerKind } from '../../../model/handlers/handler.js';
import { ChangeSource } from './change-source.js';
import { CrawlEndSource } from './crawl-end-source.js';
import type { HandlerSource } from './handler-source.js';
import { PageSource } from './page-source.js';

/** The sources of items by the type of a handler. */
@Injectable()
export class HandlerSources {
  private readonly byKind: Readonly<Record<HandlerKind, HandlerSource>>;

  constructor(pages: PageSource, changes: ChangeSource, ends: CrawlEndSource) {
    this.byKind = { page: pages, change: changes, 'crawl-end': ends };
  }

  of(kind: HandlerKind): HandlerSource {
    return this.byKind[kind];
  }
}
