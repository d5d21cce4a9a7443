import { Controller, Delete, Get, HttpCode, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { NotFoundError } from '../../../model/errors.js';
import { HistoryService } from '../../../services/history/history.service.js';
import type { Asked } from '../../bodies/body.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import {
  presentHistory,
  type HistoryDiffReplyV2,
  type HistoryForgottenV2,
  type PageHistoryReplyV2,
} from './history.answers.js';
import {
  readPageParameters,
  readParameters,
  type ForgetQueryV2,
  type HistoryDiffQueryV2,
  type PageHistoryQueryV2,
} from './history.queries.js';

@Controller('v2/history')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class HistoryV2Controller {
  constructor(private readonly history: HistoryService) {}

  /** Returns the stored history of a tracked page. */
  @Get()
  async find(
    @Query() query: Asked<PageHistoryQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<PageHistoryReplyV2> {
    const { url, ...rest } = readPageParameters(query);
    const place = { owner: ownerOf(incoming), ...rest };
    const versions = await this.history.versions(url, place);
    const page = await this.history.find(url, place); // last: its text is not held while other requests read
    if (!page) throw new NotFoundError('Page not found');
    return { success: true, data: presentHistory(page, versions) };
  }

  /** Returns the differences between two stored texts of a page. */
  @Get('diff')
  async diff(
    @Query() query: Asked<HistoryDiffQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<HistoryDiffReplyV2> {
    const { url, from, to, ...rest } = readPageParameters(query, ['from', 'to']);
    const data = await this.history.diff(url, from, to, { owner: ownerOf(incoming), ...rest });
    return { success: true, data };
  }

  /** Deletes stored page history by tag or URL; without either, all history and cached pages of the caller. */
  @Delete()
  @HttpCode(200)
  async forget(
    @Query() query: Asked<ForgetQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<HistoryForgottenV2> {
    const { tag, url } = readParameters(query, ['tag', 'url']);
    const pages = await this.history.forget({
      owner: ownerOf(incoming),
      ...(tag === undefined ? {} : { tag }),
      ...(url === undefined ? {} : { url }),
    });
    return { success: true, pages };
  }
}
