import { Controller, Delete, HttpCode, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { InvalidRequestError } from '../../../model/errors.js';
import { HistoryService } from '../../../services/history/history.service.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { MAX_TAG_CHARS } from '../../fields/change-tracking.fields.js';
import { MAX_URL_CHARS } from '../../fields/page.fields.js';
import type { Asked } from '../../bodies/body.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';

/** `DELETE /v2/history`. */
export interface HistoryForgottenV2 {
  readonly success: true;
  /** Pages that were forgotten. */
  readonly pages: number;
}

/** Selection of the data to delete; without fields all data of the caller. */
export interface ForgetQueryV2 {
  /** Names a history. */
  readonly tag?: string;
  /** Address of a page. */
  readonly url?: string;
}

@Controller('v2/history')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class HistoryV2Controller {
  constructor(private readonly history: HistoryService) {}

  /** Deletes stored page history by tag or URL; without either, all history and cached pages of the caller. */
  @Delete()
  @HttpCode(200)
  async forget(
    @Query() query: Asked<ForgetQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<HistoryForgottenV2> {
    const tag = textOf(query, 'tag', MAX_TAG_CHARS);
    const url = textOf(query, 'url', MAX_URL_CHARS);
    const pages = await this.history.forget({
      owner: ownerOf(incoming),
      ...(tag === undefined ? {} : { tag }),
      ...(url === undefined ? {} : { url }),
    });
    return { success: true, pages };
  }
}

/** A parameter that is there and cannot be read must not count as absent: everything would be forgotten. */
function textOf(query: Asked<ForgetQueryV2>, name: 'tag' | 'url', most: number): string | undefined {
  const value = query[name]; // a list where it is there twice
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= most) return value;
  throw InvalidRequestError.at([name], { code: 'text', mostChars: most });
}
