import {
  Controller, Delete, Get, Headers, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { ExtractService } from '../../../services/extract/extract.service.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { signalOf } from '../../client/signal-of.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import type { Checked } from '../../bodies/body.js';
import type { CrawlCancelled } from '../../jobs/answers/crawl-answers.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import {
  presentExtract,
  startExtract,
  type ExtractAccepted,
  type ExtractReply,
} from '../../jobs/answers/extract-answers.js';
import { originOf } from '../../jobs/origin-of.js';
import { ExtractBodyV2 } from '../dto/extract-body.v2.js';
import { parseExtractBody } from './extract.requests.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';

@Controller('v2/extract')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class ExtractV2Controller {
  constructor(
    private readonly extracts: ExtractService,
    private readonly answers: AnswerBytes,
  ) {}

  /** Starts an extract job: one object from several pages or sites. */
  @Post()
  @HttpCode(200)
  async start(
    @OpenlyCheckedBody(ExtractBodyV2) { body, warnings: unknown }: Checked<OpenBody<ExtractBodyV2>>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: IncomingRequest,
  ): Promise<ExtractAccepted> {
    const origin = originOf(request, key);
    const order = parseExtractBody(body);
    return startExtract(this.extracts, { ...order, warnings: [...unknown, ...order.warnings] }, origin);
  }

  /** Returns the state and the result of an extract job. */
  @Get(':id')
  async status(@Param('id') id: string, @Req() request: IncomingRequest): Promise<ExtractReply> {
    const owner = ownerOf(request);
    const job = await this.answers.inTurn(owner, () => this.extracts.job(id, owner), signalOf(request));
    return presentExtract(job, true);
  }

  /** Cancels an extract job. */
  @Delete(':id')
  async cancel(@Param('id') id: string, @Req() request: IncomingRequest): Promise<CrawlCancelled> {
    await this.extracts.cancel(id, ownerOf(request));
    return { success: true, status: 'cancelled' };
  }
}
