import { Controller, Get, Req, UseFilters, UseGuards } from '@nestjs/common';
import { AccountAnswers } from '../account-answers.js';
import { presentConcurrency, UNLIMITED, type Concurrency, type QueueState } from '../account.presenter.js';
import { ApiKeyGuard, type IncomingRequest } from '../api-key.guard.js';
import { ErrorFilterV2 } from '../error.filter.js';

const NO_PERIOD = { billingPeriodStart: null, billingPeriodEnd: null } as const;
const NO_HISTORY = { success: true, periods: [] } as const;

/** What accounts of a hosted service are asked about: credits are counted where some were given, tokens are not. */
@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class AccountV2Controller {
  constructor(private readonly answers: AccountAnswers) {}

  @Get('team/credit-usage')
  async credits(@Req() request: IncomingRequest): Promise<object> {
    const { remaining, plan } = await this.answers.credits(request);
    return { success: true, data: { remainingCredits: remaining, planCredits: plan, ...NO_PERIOD } };
  }

  @Get('team/credit-usage/historical')
  pastCredits(): object {
    return NO_HISTORY;
  }

  @Get('team/token-usage')
  tokens(): object {
    return { success: true, data: { remainingTokens: UNLIMITED, planTokens: UNLIMITED, ...NO_PERIOD } };
  }

  @Get('team/token-usage/historical')
  pastTokens(): object {
    return NO_HISTORY;
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
