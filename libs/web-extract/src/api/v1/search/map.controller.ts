import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ResolvedOptions } from '../../../model/options.js';
import { MapService } from '../../../services/map/map.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { MapBodyV1 } from '../dto/map-body.v1.js';
import { MAP_NAMES, toMapRequest } from './map.requests.js';

interface MapReplyV1 {
  readonly success?: true;
  readonly status: 'success';
  readonly links: readonly string[];
  readonly warning?: string;
}

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class MapV1Controller {
  constructor(
    private readonly mapper: MapService,
    private readonly options: ResolvedOptions,
  ) {}

  /** Lists the links of a site. */
  @Post('map')
  @HttpCode(200)
  async map(
    @CheckedBody(MapBodyV1, 'refuse') body: Checked<MapBodyV1>,
    @Req() incoming: IncomingRequest,
  ): Promise<MapReplyV1> {
    const request = { ...toMapRequest(body), owner: ownerOf(incoming) };
    const { links, warnings } = await withBodyPaths(MAP_NAMES, () =>
      this.mapper.map(request, signalOf(incoming)),
    );
    return {
      ...(this.options.successFlags ? { success: true } : {}),
      status: 'success',
      links,
      ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
    };
  }
}
