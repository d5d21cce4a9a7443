import { Controller, Get, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { AccountAnswers } from '../../account-answers.js';
import {
  NO_HISTORY,
  presentConcurrency,
  type Concurrency,
  type QueueState,
  type UsageHistory,
} from '../../account.presenter.js';
import { ActivityService } from '../../../services/activity/activity.service.js';
import type { Asked } from '../../bodies/body.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import {
  presentActivity,
  toActivityRange,
  type ActivityQueryV2,
  type ActivityReplyV2,
} from './activity.presenter.js';

const NO_PERIOD = { billingPeriodStart: null, billingPeriodEnd: null } as const;

/** Credits of the caller; 99999999 if credits are not limited. */
interface CreditReplyV2 {
  readonly success: true;
  readonly data: {
    readonly remainingCredits: number;
    readonly planCredits: number;
    readonly billingPeriodStart: null;
    readonly billingPeriodEnd: null;
  };
}

/** Tokens of the caller's day; 99999999 if tokens are not limited. */
interface TokenReplyV2 {
  readonly success: true;
  readonly data: {
    readonly remainingTokens: number;
    readonly planTokens: number;
    readonly billingPeriodStart: null;
    readonly billingPeriodEnd: null;
  };
}

/** Account routes of the hosted service. Credits are counted if some were granted, tokens if a limit of a day is set. */
@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class AccountV2Controller {
  constructor(
    private readonly answers: AccountAnswers,
    private readonly requests: ActivityService,
  ) {}

  /** Returns the remaining credits. */
  @Get('team/credit-usage')
  async credits(@Req() request: IncomingRequest): Promise<CreditReplyV2> {
    const { remaining, plan } = await this.answers.credits(request);
    return { success: true, data: { remainingCredits: remaining, planCredits: plan, ...NO_PERIOD } };
  }

  /** Returns the credits of earlier billing periods. */
  @Get('team/credit-usage/historical')
  pastCredits(): UsageHistory {
    return NO_HISTORY;
  }

  /** Returns the remaining tokens of the caller's day. */
  @Get('team/token-usage')
  async tokens(@Req() request: IncomingRequest): Promise<TokenReplyV2> {
    const { remaining, plan } = await this.answers.tokens(request);
    return { success: true, data: { remainingTokens: remaining, planTokens: plan, ...NO_PERIOD } };
  }

  /** Returns the tokens of earlier billing periods. */
  @Get('team/token-usage/historical')
  pastTokens(): UsageHistory {
    return NO_HISTORY;
  }

  /** The caller's accepted requests of the last 24 hours, the newest first. */
  @Get('team/activity')
  async activity(
    @Query() query: Asked<ActivityQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<ActivityReplyV2> {
    return presentActivity(await this.requests.read(ownerOf(request), toActivityRange(query)));
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
