import {
  Controller, Delete, Get, Headers, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { ExtractService } from '../../../services/extract/extract.service.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { signalOf } from '../../client/signal-of.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../../bodies/body.js';
import type { CrawlCancelled } from '../../jobs/answers/crawl-answers.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import {
  presentExtract,
  startExtract,
  type ExtractAccepted,
  type ExtractReply,
} from '../../jobs/answers/extract-answers.js';
import { originOf } from '../../jobs/origin-of.js';
import { ExtractBodyV1 } from '../dto/extract-body.v1.js';
import { parseExtractBody } from './extract.requests.js';

@Controller('v1/extract')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class ExtractV1Controller {
  constructor(
    private readonly extracts: ExtractService,
    private readonly answers: AnswerBytes,
  ) {}

  /** Starts an extract job: one object from several pages or sites. */
  @Post()
  @HttpCode(200)
  async start(
    @CheckedBody(ExtractBodyV1, 'refuse') body: Checked<ExtractBodyV1>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: IncomingRequest,
  ): Promise<ExtractAccepted> {
    const origin = originOf(request, key);
    return startExtract(this.extracts, parseExtractBody(body), origin);
  }

  /** Returns the state and the result of an extract job. */
  @Get(':id')
  async status(@Param('id') id: string, @Req() request: IncomingRequest): Promise<ExtractReply> {
    const owner = ownerOf(request);
    const job = await this.answers.inTurn(owner, () => this.extracts.job(id, owner), signalOf(request));
    return presentExtract(job, false);
  }

  /** Cancels an extract job. */
  @Delete(':id')
  async cancel(@Param('id') id: string, @Req() request: IncomingRequest): Promise<CrawlCancelled> {
    await this.extracts.cancel(id, ownerOf(request));
    return { success: true, status: 'cancelled' };
  }
}
