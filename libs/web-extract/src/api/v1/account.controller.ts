import { Controller, Get, Req, UseFilters, UseGuards } from '@nestjs/common';
import { AccountAnswers } from '../account-answers.js';
import { presentConcurrency, UNLIMITED, type Concurrency, type QueueState } from '../account.presenter.js';
import { ApiKeyGuard, type IncomingRequest } from '../api-key.guard.js';
import { ErrorFilter } from '../error.filter.js';

const NO_PERIOD = { billing_period_start: null, billing_period_end: null } as const;

/** What accounts of a hosted service are asked about: credits are counted where some were given, tokens are not. */
@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class AccountV1Controller {
  constructor(private readonly answers: AccountAnswers) {}

  @Get('team/credit-usage')
  async credits(@Req() request: IncomingRequest): Promise<object> {
    const { remaining, plan } = await this.answers.credits(request);
    return { success: true, data: { remaining_credits: remaining, plan_credits: plan, ...NO_PERIOD } };
  }

  @Get('team/token-usage')
  tokens(): object {
    return { success: true, data: { remaining_tokens: UNLIMITED, plan_tokens: UNLIMITED, ...NO_PERIOD } };
  }

  @Get('team/queue-status')
  queue(@Req() request: IncomingRequest): Promise<QueueState> {
    return this.answers.queue(request);
  }

  @Get('concurrency-check')
  async concurrency(@Req() request: IncomingRequest): Promise<Concurrency> {
    return presentConcurrency(await this.answers.queue(request));
  }
}
