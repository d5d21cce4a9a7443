import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import type { SiteLink } from '../../../model/search/map-result.js';
import { MapService } from '../../../services/map/map.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import type { Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { MapBodyV2 } from '../dto/map-body.v2.js';
import { MAP_NAMES, toMapRequest } from './map.requests.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';

interface MapReplyV2 {
  readonly success: true;
  readonly id: string;
  readonly links: readonly MapLinkV2[];
  readonly warning?: string;
}

interface MapLinkV2 {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
}

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class MapV2Controller {
  constructor(private readonly mapper: MapService) {}

  /** Lists the links of a site. */
  @Post('map')
  @HttpCode(200)
  async map(
    @OpenlyCheckedBody(MapBodyV2) { body, warnings: unknown }: Checked<OpenBody<MapBodyV2>>,
    @Req() incoming: IncomingRequest,
  ): Promise<MapReplyV2> {
    const request = { ...toMapRequest(body), owner: ownerOf(incoming) };
    const { entries, warnings } = await withBodyPaths(MAP_NAMES, () =>
      this.mapper.map(request, signalOf(incoming)),
    );
    const all = [...unknown, ...warnings];
    return {
      success: true,
      id: randomUUID(),
      links: entries.map(presentLink),
      ...(all.length === 0 ? {} : { warning: all.join('. ') }),
    };
  }
}

export function presentLink({ url, title, description }: SiteLink): MapLinkV2 {
  return { url, ...(title ? { title } : {}), ...(description ? { description } : {}) };
}
