import { Controller, Get, Req, UseFilters, UseGuards } from '@nestjs/common';
import { AccountAnswers } from '../../account-answers.js';
import {
  NO_HISTORY,
  presentConcurrency,
  type Concurrency,
  type QueueState,
  type UsageHistory,
} from '../../account.presenter.js';
import { ApiKeyGuard, type IncomingRequest } from '../../gate/api-key.guard.js';
import { ErrorFilter } from '../../errors/error.filter.js';

const NO_PERIOD = { billing_period_start: null, billing_period_end: null } as const;

/** Credits of the caller; 99999999 if credits are not limited. */
interface CreditReplyV1 {
  readonly success: true;
  readonly data: {
    readonly remaining_credits: number;
    readonly plan_credits: number;
    readonly billing_period_start: null;
    readonly billing_period_end: null;
  };
}

/** Tokens of the caller's day; 99999999 if tokens are not limited. */
interface TokenReplyV1 {
  readonly success: true;
  readonly data: {
    readonly remaining_tokens: number;
    readonly plan_tokens: number;
    readonly billing_period_start: null;
    readonly billing_period_end: null;
  };
}

/** Account routes of the hosted service. Credits are counted if some were granted, tokens if a limit of a day is set. */
@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class AccountV1Controller {
  constructor(private readonly answers: AccountAnswers) {}

  /** Returns the remaining credits. */
  @Get('team/credit-usage')
  async credits(@Req() request: IncomingRequest): Promise<CreditReplyV1> {
    const { remaining, plan } = await this.answers.credits(request);
    return { success: true, data: { remaining_credits: remaining, plan_credits: plan, ...NO_PERIOD } };
  }

  /** Returns the credits of earlier billing periods. */
  @Get('team/credit-usage/historical')
  pastCredits(): UsageHistory {
    return NO_HISTORY;
  }

  /** Returns the remaining tokens of the caller's day. */
  @Get('team/token-usage')
  async tokens(@Req() request: IncomingRequest): Promise<TokenReplyV1> {
    const { remaining, plan } = await this.answers.tokens(request);
    return { success: true, data: { remaining_tokens: remaining, plan_tokens: plan, ...NO_PERIOD } };
  }

  /** Returns the tokens of earlier billing periods. */
  @Get('team/token-usage/historical')
  pastTokens(): UsageHistory {
    return NO_HISTORY;
  }

  /** Returns the number of queued and active pages of the caller's jobs. */
  @Get('team/queue-status')
  queue(@Req() request: IncomingRequest): Promise<QueueState> {
    return this.answers.queue(request);
  }

  /** Returns the number of active pages of the caller's jobs, and the limit. */
  @Get('concurrency-check')
  async concurrency(@Req() request: IncomingRequest): Promise<Concurrency> {
    return presentConcurrency(await this.answers.queue(request));
  }
}
