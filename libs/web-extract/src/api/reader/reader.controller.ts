import {
  Controller, ForbiddenException, Get, Header, Query, Req, Res, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import type { Page } from '../../model/page/page.js';
import { ScrapeService } from '../../services/scrape.service.js';
import type { Asked } from '../bodies/body.js';
import { signalOf } from '../client/signal-of.js';
import type { ReplyPort } from '../errors/error.filter.js';
import { withBodyPaths } from '../errors/body-paths.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { requireFormats } from '../gate/require-scope.js';
import { RouteRegistry } from '../mounting/route-registry.js';
import { TextErrorFilter } from './text-error.filter.js';
import { READER_NAMES, toPageRequest, type ReaderInput, type ReaderQuery } from './reader-request.js';
import { toHeaderText } from './header-text.js';

/** A request with its target as the client wrote it. */
type ReaderRequest = IncomingRequest & { readonly url: string };

/** Pages as markdown, for clients that can only open an address. */
@Controller('r')
@UseGuards(ApiKeyGuard)
@UseFilters(TextErrorFilter)
export class ReaderController {
  constructor(
    private readonly scraper: ScrapeService,
    private readonly routes: RouteRegistry,
    private readonly keys: ApiKeyGuard,
  ) {}

  /** Scrapes a page and returns its markdown. */
  @Get()
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cache-Control', 'private')
  form(
    @Query() query: Asked<ReaderQuery>,
    @Req() request: ReaderRequest,
    @Res({ passthrough: true }) reply: ReplyPort,
  ): Promise<string> {
    return this.read({ query, headers: request.headers, target: undefined }, request, reply);
  }

  /** Scrapes the page whose URL is the rest of the path, including the query, and returns its markdown. */
  @Get('*target')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cache-Control', 'private')
  target(@Req() request: ReaderRequest, @Res({ passthrough: true }) reply: ReplyPort): Promise<string> {
    const target = this.routes.tailOf(request.url) ?? '';
    return this.read({ query: {}, headers: request.headers, target }, request, reply);
  }

  private async read(input: ReaderInput, request: ReaderRequest, reply: ReplyPort): Promise<string> {
    if (this.keys.nameOf(request) === null) refuseOtherSites(request);
    const [page, text] = await withBodyPaths(READER_NAMES, async () => {
      const asked = { ...toPageRequest(input), owner: ownerOf(request) };
      requireFormats(request.webExtractPrincipal?.allow, { group: 'scrape' }, asked);
      const found = await this.scraper.scrape(asked, signalOf(request));
      return [found, found.markdown ?? found.html ?? ''] as const;
    });
    describePage(page, reply);
    return text;
  }
}

/**
 * Without keys a page of another site could have its visitors' browsers read pages here: a GET request needs no preflight.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
function refuseOtherSites({ headers }: IncomingRequest): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new ForbiddenException();
}

/** Sets the headers that describe a page. */
function describePage({ url, statusCode, warnings, html }: Page, reply: ReplyPort): void {
  // shown in a browser, HTML of any page would be of our origin
  if (html != null) reply.header('Content-Security-Policy', "sandbox; default-src 'none'");
  reply.header('Content-Type', `text/${html == null ? 'markdown' : 'html'}; charset=utf-8`);
  reply.header('X-Page-Status', String(statusCode));
  reply.header('X-Page-Url', toHeaderText(url));
  if (warnings.length > 0) reply.header('X-Page-Warning', toHeaderText(warnings.join('. ')));
}
