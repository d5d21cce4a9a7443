import { Delete, Get, Param, Query, Req, type StreamableFile } from '@nestjs/common';
import type { CrawlAnswers, CrawlCancelled, CrawlErrors, JobRequest } from './crawl-answers.js';

/** The routes of one job, below the path that jobs of its kind are submitted to: the same in v1 and v2, for crawls and batches. */
export abstract class JobRoutes {
  constructor(protected readonly answers: CrawlAnswers) {}

  @Get(':id')
  status(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: JobRequest,
  ): Promise<StreamableFile | object> {
    return this.answers.status(id, query, request);
  }

  @Delete(':id')
  cancel(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlCancelled> {
    return this.answers.cancel(id, request);
  }

  @Get(':id/errors')
  errors(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.answers.errors(id, request);
  }
}

/** The same in v1, where published clients ask for the errors with DELETE, too; it cancels nothing. */
export abstract class JobRoutesV1 extends JobRoutes {
  @Delete(':id/errors')
  errorsByDelete(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.errors(id, request);
  }
}
