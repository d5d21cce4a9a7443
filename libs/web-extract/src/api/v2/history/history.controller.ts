import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Optional,
  Query,
  Req,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { NotFoundError } from '../../../model/errors.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { SessionEngine } from '../../../services/sessions/session-engine.js';
import { HistoryService, type HistoryPlace } from '../../../services/history/history.service.js';
import type { Asked } from '../../bodies/body.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { signalOf } from '../../client/signal-of.js';
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
  constructor(
    private readonly history: HistoryService,
    private readonly answers: AnswerBytes,
    @Optional() private readonly sessions?: SessionEngine,
  ) {}

  /** Returns the stored history of a tracked page. */
  @Get()
  async find(
    @Query() query: Asked<PageHistoryQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<PageHistoryReplyV2> {
    const { url, ...rest } = readPageParameters(query);
    const place = await this.placeOf(rest, incoming);
    const versions = await this.history.versions(url, place);
    const page = await this.inTurn(incoming, () => this.history.find(url, place)); // last: its text is not held while other requests read
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
    const place = await this.placeOf(rest, incoming);
    const data = await this.inTurn(incoming, () => this.history.diff(url, from, to, place));
    return { success: true, data };
  }

  /** Deletes stored page history by tag, URL or session; without any of them, all history and cached pages of the caller. */
  @Delete()
  @HttpCode(200)
  async forget(
    @Query() query: Asked<ForgetQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<HistoryForgottenV2> {
    const { tag, url, session } = readParameters(query, ['tag', 'url', 'session']);
    const pages = await this.history.forget({
      owner: ownerOf(incoming),
      ...(tag === undefined ? {} : { tag }),
      ...(url === undefined ? {} : { url }),
      ...(session === undefined ? {} : { session }),
    });
    return { success: true, pages };
  }

  private inTurn<T>(incoming: IncomingRequest, read: () => Promise<T>): Promise<T> {
    return this.answers.inTurn(ownerOf(incoming), read, signalOf(incoming));
  }

  /** @throws SessionUnknownError */
  private async placeOf(
    { session, ...place }: { readonly tag?: string; readonly session?: string },
    incoming: IncomingRequest,
  ): Promise<HistoryPlace> {
    const owner = ownerOf(incoming);
    const state = session === undefined ? undefined : await this.sessions?.stateKey(owner, session);
    return { owner, ...place, ...(state === undefined ? {} : { state }) };
  }
}
