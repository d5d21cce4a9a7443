import {
  Controller,
  Get,
  Param,
  Req,
  Res,
  SetMetadata,
  UseFilters,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import { ErrorFilter } from '../api/errors/error.filter.js';
import { excludeFromDocuments } from '../api/openapi/swagger-metadata.js';
import { responseOf, type PlatformReply } from '../api/response-of.js';
import { joinPath } from '../api/mounting/route-metadata.js';
import { ApiLocation } from './api-location.js';
import { Assets, type Asset } from './assets.js';
import { fillPage } from './page-html.js';
import { ASSET_PATH, PAGE_HEADERS, FILE_HEADERS } from './playground-headers.js';
import { FASTIFY_CONFIG, PAGE_CONFIG } from './trailing-slash.js';
import { withoutQuery } from '../model/cut-text.js';

interface PlaygroundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The page and its files. They are the same for everybody, so nobody is asked for a key. */
@Controller()
@UseFilters(ErrorFilter)
class PlaygroundController {
  constructor(
    private readonly assets: Assets,
    private readonly api: ApiLocation,
  ) {}

  @Get()
  @SetMetadata(FASTIFY_CONFIG, PAGE_CONFIG)
  async page(@Req() request: PlaygroundRequest, @Res() reply: PlatformReply): Promise<void> {
    const { type, bytes } = await this.assets.page();
    const page = withoutQuery(request.url);
    const assets = joinPath(page, ASSET_PATH);
    const html = fillPage(bytes.toString(), { page, assets, api: this.api.path });
    responseOf(reply)
      .writeHead(200, { ...PAGE_HEADERS, 'content-type': type })
      .end(html);
  }

  /** @throws NotFoundError */
  @Get(`${ASSET_PATH}/:name`)
  async file(
    @Param('name') name: string,
    @Req() request: PlaygroundRequest,
    @Res() reply: PlatformReply,
  ): Promise<void> {
    const asset = await this.assets.file(name);
    const { body, encoding } = encode(asset, String(request.headers['accept-encoding'] ?? ''));
    responseOf(reply)
      .writeHead(200, {
        ...FILE_HEADERS,
        ...encoding,
        'content-type': asset.type,
        'content-length': body.length,
      })
      .end(body);
  }
}

function encode(
  { bytes, zipped }: Asset,
  accepted: string,
): { body: Buffer; encoding: Record<string, string> } {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(accepted)
    ? { body: zipped, encoding: { 'content-encoding': 'gzip' } }
    : { body: bytes, encoding: {} };
}

/** Makes the controller of one registration. */
export function mountPlayground(path: string): Type<object> {
  class Mounted extends PlaygroundController {}
  Object.defineProperty(Mounted, 'name', { value: PlaygroundController.name });
  Controller({ path: joinPath(path).slice(1), version: VERSION_NEUTRAL })(Mounted);
  excludeFromDocuments(Mounted); // a page for people
  return Mounted;
}
