import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, UseFilters, UseGuards } from '@nestjs/common'; // prettier-ignore
import type { Asked, Sent } from '../../bodies/body.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { ApiKeyGuard, type IncomingRequest } from '../../gate/api-key.guard.js';
import {
  MonitorAnswers,
  type MonitorCheckReplyV2,
  type MonitorDataV2,
  type MonitorListV2,
} from './monitor-answers.js';
import type { MonitorCheckV2, MonitorV2 } from './monitor.presenter.js';
import type { MonitorBodyV2, MonitorChangeV2 } from '../dto/monitor-body.v2.js';
import type { MonitorCheckQueryV2, MonitorChecksQueryV2, MonitorListQueryV2 } from './monitor.queries.js';

/** `DELETE /v2/monitor/{id}`. */
export interface MonitorDeletedV2 {
  readonly success: true;
}

@Controller('v2/monitor')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class MonitorV2Controller {
  constructor(private readonly answers: MonitorAnswers) {}

  /** Creates a monitor, which checks pages, sites or searches periodically. */
  @Post()
  @HttpCode(200)
  create(
    @Body() body: Sent<MonitorBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<MonitorDataV2<MonitorV2>> {
    return this.answers.create(body, request);
  }

  /** Lists the monitors of the caller, the newest first; `next` is the path of the next part. */
  @Get()
  list(@Query() query: Asked<MonitorListQueryV2>, @Req() request: IncomingRequest): Promise<MonitorListV2> {
    return this.answers.list(query, request);
  }

  /** Returns a monitor. */
  @Get(':id')
  get(@Param('id') id: string, @Req() request: IncomingRequest): Promise<MonitorDataV2<MonitorV2>> {
    return this.answers.get(id, request);
  }

  /** Changes the given fields of a monitor; `null` removes a webhook, a notification or a goal. */
  @Patch(':id')
  update(
    @Param('id') id: string,
    @Body() body: Sent<MonitorChangeV2>,
    @Req() request: IncomingRequest,
  ): Promise<MonitorDataV2<MonitorV2>> {
    return this.answers.update(id, body, request);
  }

  /** Deletes a monitor with its checks, and cancels a running check. */
  @Delete(':id')
  async remove(@Param('id') id: string, @Req() request: IncomingRequest): Promise<MonitorDeletedV2> {
    await this.answers.remove(id, request);
    return { success: true };
  }

  /** Starts a check now; 409 while one is running. */
  @Post(':id/run')
  @HttpCode(200)
  run(@Param('id') id: string, @Req() request: IncomingRequest): Promise<MonitorDataV2<MonitorCheckV2>> {
    return this.answers.run(id, request);
  }

  /** Lists the checks of a monitor, the newest first. */
  @Get(':id/checks')
  checks(
    @Param('id') id: string,
    @Query() query: Asked<MonitorChecksQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<MonitorDataV2<readonly MonitorCheckV2[]>> {
    return this.answers.checks(id, query, request);
  }

  /** Returns a check with a part of its pages; `next` is the path of the next part. */
  @Get(':id/checks/:checkId')
  check(
    @Param('id') id: string,
    @Param('checkId') checkId: string,
    @Query() query: Asked<MonitorCheckQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<MonitorCheckReplyV2> {
    return this.answers.check({ id, checkId }, query, request);
  }
}
