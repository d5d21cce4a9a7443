import { Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { UserRequest } from './user.guard.js';

/** Counts requests by user, not by address: the guard of users has run before. */
@Injectable()
export class UserThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: UserRequest): Promise<string> {
    return request.user!.id;
  }
}
