import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, UseFilters, UseGuards } from '@nestjs/common'; // prettier-ignore
import { ResolvedOptions } from '../../../model/options.js';
import { ExtractorService } from '../../../services/extractors/extractor.service.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import type { Asked, Sent } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { defined } from '../../defined.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { hasStoredKey } from '../../jobs/origin-of.js';
import type {
  ExtractorBodyV2,
  ExtractorChangeV2,
  ExtractorHealBodyV2,
  ExtractorImportBodyV2,
  ExtractorLearnBodyV2,
  ExtractorRunBodyV2,
} from '../dto/extractor-body.v2.js';
import type {
  ExtractorForgottenV2,
  ExtractorListV2,
  ExtractorProgramReplyV2,
  ExtractorRemovedV2,
  ExtractorReplyV2,
  ExtractorRunReplyV2,
  ExtractorVersionsV2,
} from './extractor.answers.js';
import {
  readChange,
  readForgottenUrl,
  readFurther,
  readHeal,
  readImport,
  readLearning,
  readRange,
  readRun,
  readVersion,
  type ExtractorForgetQueryV2,
  type ExtractorListQueryV2,
  type ExtractorQueryV2,
} from './extractor.requests.js';

@Controller('v2/extractors')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class ExtractorV2Controller {
  constructor(
    private readonly extractors: ExtractorService,
    private readonly options: ResolvedOptions,
    private readonly answers: AnswerBytes,
  ) {}

  /** Learns an extractor from a few pages; it then reads further pages without a model. */
  @Post()
  @HttpCode(200)
  async learn(
    @Body() body: Sent<ExtractorBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorReplyV2> {
    const { schema, request: learning } = readLearning(body, this.options);
    const { extractor, warnings } = await this.extractors.learn({ schema }, learning, this.originOf(request));
    return reply(extractor, warnings);
  }

  /** Lists the extractors of the caller without their programs, the newest first. */
  @Get()
  async list(
    @Query() query: Asked<ExtractorListQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorListV2> {
    const owner = ownerOf(request);
    const read = () => this.extractors.list(readRange(query), owner);
    return { success: true, data: await this.answers.inTurn(owner, read, signalOf(request)) };
  }

  /** Imports the program of an extractor. */
  @Post('import')
  @HttpCode(200)
  async import(
    @Body() body: Sent<ExtractorImportBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorReplyV2> {
    const { program, ...options } = readImport(body);
    return reply(await this.extractors.import(program, options, this.originOf(request)));
  }

  /** Returns an extractor, by its id or name, with its program. */
  @Get(':id')
  async get(
    @Param('id') id: string,
    @Query() query: Asked<ExtractorQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorProgramReplyV2> {
    const version = readVersion(query);
    const owner = ownerOf(request);
    const extractor = await this.extractors.get(id, owner);
    const isLearned = extractor.version > 0 || version !== undefined;
    const program = isLearned ? await this.extractors.export(extractor.id, version, owner) : null;
    return { success: true, data: { ...extractor, program: program && { ...program } } };
  }

  /** Changes the given fields of an extractor; an old `version` becomes the newest one. */
  @Patch(':id')
  async update(
    @Param('id') id: string,
    @Body() body: Sent<ExtractorChangeV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorReplyV2> {
    const owner = ownerOf(request);
    await this.extractors.get(id, owner); // an unknown extractor before a wrong field
    return reply(await this.extractors.update(id, readChange(body), owner));
  }

  /** Removes an extractor with its versions and recorded values. */
  @Delete(':id')
  @HttpCode(200)
  async remove(@Param('id') id: string, @Req() request: IncomingRequest): Promise<ExtractorRemovedV2> {
    await this.extractors.remove(id, ownerOf(request));
    return { success: true };
  }

  /** Learns from further pages: a new version. */
  @Post(':id/learn')
  @HttpCode(200)
  async extend(
    @Param('id') id: string,
    @Body() body: Sent<ExtractorLearnBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorReplyV2> {
    await this.extractors.get(id, ownerOf(request));
    const { extractor, warnings } = await this.extractors.extend(
      id,
      readFurther(body),
      this.originOf(request),
    );
    return reply(extractor, warnings);
  }

  /** Reads 1 to 100 pages, without a model. A page that cannot be read has an `error`. */
  @Post(':id/run')
  @HttpCode(200)
  async run(
    @Param('id') id: string,
    @Body() body: Sent<ExtractorRunBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorRunReplyV2> {
    await this.extractors.get(id, ownerOf(request));
    const { urls, options } = readRun(body, this.options);
    const data = await this.extractors.run(id, urls, { ...options, ...this.originOf(request) });
    return { success: true, data };
  }

  /** Looks for lost fields in pages whose values were recorded; 409 while the extractor is learned or healed. */
  @Post(':id/heal')
  @HttpCode(200)
  async heal(
    @Param('id') id: string,
    @Body() body: Sent<ExtractorHealBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorReplyV2> {
    await this.extractors.get(id, ownerOf(request));
    return reply(await this.extractors.heal(id, readHeal(body), this.originOf(request)));
  }

  /** Lists the stored versions of an extractor, the oldest first. */
  @Get(':id/versions')
  async versions(@Param('id') id: string, @Req() request: IncomingRequest): Promise<ExtractorVersionsV2> {
    return { success: true, data: await this.extractors.versions(id, ownerOf(request)) };
  }

  /** Deletes recorded values of an extractor, of one page or of all. */
  @Delete(':id/history')
  @HttpCode(200)
  async forget(
    @Param('id') id: string,
    @Query() query: Asked<ExtractorForgetQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<ExtractorForgottenV2> {
    const url = readForgottenUrl(query);
    const pages = await this.extractors.forget({ owner: ownerOf(request), id, ...defined({ url }) });
    return { success: true, pages };
  }

  private originOf(request: IncomingRequest) {
    const signal = signalOf(request);
    return {
      owner: ownerOf(request),
      needsKey: hasStoredKey(request),
      ...(signal === undefined ? {} : { signal }),
    };
  }
}

function reply(data: ExtractorReplyV2['data'], warnings: readonly string[] = []): ExtractorReplyV2 {
  const warning = warnings.join('. ').slice(0, 2_000);
  return { success: true, data, ...(warning === '' ? {} : { warning }) };
}
