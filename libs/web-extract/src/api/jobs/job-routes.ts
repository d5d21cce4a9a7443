import { Delete, Get, Header, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import type { Asked } from '../bodies/body.js';
import type { CrawlAnswers, CrawlCancelled, CrawlErrors, JobRequest } from './answers/crawl-answers.js';
import type { CrawlExplanation, ExplainQueryText } from './answers/crawl-explanation.js';
import type { Exported, ExportQueryText } from './answers/crawl-export.js';
import type { ReplyPort } from '../errors/error.filter.js';
import type { Streamed } from './streams/json-document-stream.js';
import type { PageQueryText } from './page-query.js';

/** The routes of one job, below the path that jobs of its kind are submitted to: the same in v1 and v2, for crawls and batches. */
export abstract class JobRoutes<Reply extends object> {
  constructor(protected readonly answers: CrawlAnswers) {}

  /** Returns the state of the job and a part of its pages. */
  @Get(':id')
  status(
    @Param('id') id: string,
    @Query() query: Asked<PageQueryText>,
    @Req() request: JobRequest,
  ): Promise<Streamed<Reply> | Reply> {
    return this.answers.status(id, query, request) as Promise<Streamed<Reply> | Reply>;
  }

  /**
   * Streams all events of the job as JSON lines, or as server-sent events if `Accept` requests them. `Last-Event-ID`
   * resumes after that event; 204 if there are no more.
   */
  @Get(':id/stream')
  @Header('Cache-Control', 'no-cache, no-transform')
  @Header('X-Accel-Buffering', 'no')
  async stream(
    @Param('id') id: string,
    @Req() request: JobRequest,
    @Res({ passthrough: true }) reply: ReplyPort,
  ): Promise<StreamableFile | undefined> {
    const stream = await this.answers.stream(id, request);
    if (stream) return stream;
    reply.status(204);
    return undefined;
  }

  /** Cancels the job. Finished results stay available. */
  @Delete(':id')
  cancel(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlCancelled> {
    return this.answers.cancel(id, request);
  }

  /** Lists the pages that failed and those that robots.txt forbids. */
  @Get(':id/errors')
  errors(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.answers.errors(id, request);
  }
}

/** Routes of crawls: those of jobs, and some for crawls only. */
export abstract class CrawlRoutes<Reply extends object, Active extends object> extends JobRoutes<Reply> {
  /** Explains the result of one URL of a crawl. */
  @Get(':id/explain')
  explain(
    @Param('id') id: string,
    @Query() query: Asked<ExplainQueryText>,
    @Req() request: JobRequest,
  ): Promise<CrawlExplanation> {
    return this.answers.explain(id, query, request);
  }

  /** Exports all finished pages of a crawl in order: JSON lines with the documents, or a WARC file. */
  @Get(':id/export')
  @Header('Cache-Control', 'no-cache, no-transform')
  export(
    @Param('id') id: string,
    @Query() query: Asked<ExportQueryText>,
    @Req() request: JobRequest,
  ): Promise<Exported> {
    return this.answers.export(id, query, request);
  }

  /** The same as `active`. */
  @Get('ongoing')
  ongoing(@Req() request: JobRequest): Promise<Streamed<Active>> {
    return this.active(request);
  }

  /** Lists the running crawls of the caller. */
  @Get('active')
  active(@Req() request: JobRequest): Promise<Streamed<Active>> {
    return this.answers.active(request);
  }
}
