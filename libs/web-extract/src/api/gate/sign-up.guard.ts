import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { NotFoundError, RateLimitedError, UnauthorizedError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { UsageCounter } from '../../ports/stores/usage-counter.port.js';
import { ApiKeyGuard, type IncomingRequest } from './api-key.guard.js';
import { networkOf } from './network-of.js';

const HOUR_SECONDS = 3_600;

/** Routes of keys are there where the host keeps keys. */
@Injectable()
export class KeysSwitch implements CanActivate {
  constructor(private readonly options: ResolvedOptions) {}

  canActivate(): true {
    if (this.options.keys === null) throw new NotFoundError();
    return true;
  }
}

/**
 * Allows requests without a key to create one if sign-up is enabled, limited by IP address. A key that is sent must be
 * valid.
 */
@Injectable()
export class SignUpGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeyGuard,
    private readonly counter: UsageCounter,
    private readonly options: ResolvedOptions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingRequest & { readonly ip?: string }>();
    const { signUp, signUpsPerHour } = this.options.keys ?? { signUp: false, signUpsPerHour: 0 };
    const isKnown = request.headers['authorization'] !== undefined;
    if (isKnown) await this.keys.admit(request);
    if (!signUp && !isKnown) throw new UnauthorizedError('Token missing');
    if (!signUp) throw new ForbiddenException();
    const address = networkOf(request.ip ?? '');
    const { count, resetsInMs } = await this.counter.add(`sign-up:${address}`, 1, HOUR_SECONDS);
    if (count <= signUpsPerHour) return true;
    const seconds = Math.max(1, Math.ceil(resetsInMs / 1000));
    throw new RateLimitedError(
      `at most ${signUpsPerHour} keys an hour may be made from one address`,
      seconds,
    );
  }
}
