import { randomUUID } from 'node:crypto';
import { pause, unlessAborted } from '../../concurrency/until-aborted.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { SessionExpiredError, SessionLoginFailedError } from '../../model/errors.js';
import type { LoginContext } from '../../model/session/session.js';
import type { SessionStore } from '../../ports/stores/session-store.port.js';
import type { LiveSession } from './live-session.js';
import { LoginRejectedError, LoginRun, type LoggedInState, type LoginTools } from './login-run.js';
import { iso } from './session-record.js';

const LEASE_MS = 30_000;
const LOGIN_TIMEOUT_MS = 60_000;
/** Waits between attempts of logins that could not be decided. */
const TRANSIENT_WAITS_MS = [500, 2_000];
/** Minutes until the next attempt after a rejected login. */
const RETRY_MINUTES = [1, 5, 15];
const POLL_MS = 100;

/** Called with the result of each login. */
export type RenewalListener = (
  session: LiveSession,
  result: { readonly ms: number; readonly error: SessionLoginFailedError | null },
) => void;

/** Logs sessions in: one process at a time, and each generation once. */
export class SessionRenewal {
  private readonly holder = randomUUID();

  constructor(
    private readonly store: SessionStore,
    private readonly tools: LoginTools,
    private readonly stop: AbortSignal,
    private readonly onResult: RenewalListener,
    /** Asks the check of the session; null if it has none. */
    private readonly ask: (session: LiveSession, signal: AbortSignal) => Promise<boolean | null>,
  ) {}

  /**
   * Renews the session unless another reading has renewed it since `generation`.
   * @throws SessionExpiredError without a login, SessionLoginFailedError, SessionUnknownError; the reason of the signal
   */
  async renew(
    session: LiveSession,
    generation: number,
    reason: LoginContext['reason'],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    session.renewing ??= this.renewOnce(session, generation, reason).finally(() => (session.renewing = null));
    await unlessAborted(session.renewing, signal);
  }

  private async renewOnce(
    session: LiveSession,
    generation: number,
    reason: LoginContext['reason'],
  ): Promise<void> {
    const lease = `${session.owner}/${session.name}`;
    for (;;) {
      await session.refresh();
      const { record } = session;
      if (record.generation > generation) return;
      if (record.retryAt !== null && record.retryAt > Date.now()) throw failureOf(session);
      if (!session.login) return this.expire(session);
      if (await this.store.lease(lease, this.holder, LEASE_MS)) break;
      await pause(POLL_MS, this.stop);
    }
    const extend = setInterval(
      () => void this.store.lease(lease, this.holder, LEASE_MS).catch(() => {}),
      LEASE_MS / 3,
    );
    try {
      await session.refresh();
      if (session.record.generation > generation) return;
      if (reason === 'expired') await this.refuseIfValid(session);
      await this.logIn(session, reason);
    } finally {
      clearInterval(extend);
      await this.store.release(lease, this.holder).catch(() => {}); // it ends by itself
    }
  }

  /** The page is for other users: a login would not help. @throws SessionExpiredError */
  private async refuseIfValid(session: LiveSession): Promise<void> {
    const isValid = session.rules.check !== undefined && (await this.ask(session, this.stop)) === true;
    if (isValid) throw new SessionExpiredError(session.name, session.rules.origins[0] ?? '');
  }

  private async expire(session: LiveSession): Promise<void> {
    const error = new SessionExpiredError(session.name, session.rules.origins[0] ?? '');
    await session.change((record) => ({
      ...record,
      state: 'expired',
      error: { code: error.code, message: error.message },
    }));
    throw error;
  }

  private async logIn(session: LiveSession, reason: LoginContext['reason']): Promise<void> {
    const startedAt = performance.now();
    try {
      const state = await this.attempt(session, reason);
      const now = Date.now();
      const { maxAgeMs } = session.rules;
      const expiresAt = state.expiresAt ?? (maxAgeMs === undefined ? null : now + maxAgeMs);
      await session.change((record) => ({
        ...record,
        ...state,
        expiresAt,
        state: 'active',
        generation: record.generation + 1,
        renewedAt: now,
        retryAt: null,
        rejections: 0,
        error: null,
      }));
      await this.verify(session);
      this.onResult(session, { ms: performance.now() - startedAt, error: null });
    } catch (error) {
      if (!(error instanceof LoginRejectedError)) throw error;
      const failure = await this.reject(session, error);
      this.onResult(session, { ms: performance.now() - startedAt, error: failure });
      throw failure;
    }
  }

  /** A login that the check contradicts was rejected. */
  private async verify(session: LiveSession): Promise<void> {
    if (session.rules.check === undefined) return;
    if ((await this.ask(session, this.stop)) === false)
      throw new LoginRejectedError('check says that it is not logged in');
  }

  private async attempt(session: LiveSession, reason: LoginContext['reason']): Promise<LoggedInState> {
    const { name, owner, scope, login } = session;
    const subject = {
      name,
      owner,
      scope,
      login,
      given: session.record.given,
      origins: session.rules.origins,
      reason,
    };
    const onTimeout = () => new LoginRejectedError(`it took longer than ${LOGIN_TIMEOUT_MS} ms`);
    for (let attempt = 0; ; attempt++) {
      try {
        return await withDeadline(LOGIN_TIMEOUT_MS, this.stop, onTimeout, (signal) =>
          LoginRun.run(this.tools, subject, signal),
        );
      } catch (error) {
        const waitMs = TRANSIENT_WAITS_MS[attempt];
        if (!(error instanceof LoginRejectedError) || !error.isTransient || waitMs === undefined) throw error;
        await pause(waitMs, this.stop);
      }
    }
  }

  private async reject(
    session: LiveSession,
    { message }: LoginRejectedError,
  ): Promise<SessionLoginFailedError> {
    const minutes = RETRY_MINUTES[Math.min(session.record.rejections, RETRY_MINUTES.length - 1)]!;
    const retryAt = Date.now() + minutes * 60_000;
    const failure = new SessionLoginFailedError(session.name, message, iso(retryAt));
    await session.change((record) => ({
      ...record,
      state: 'failed',
      retryAt,
      rejections: record.rejections + 1,
      error: { code: failure.code, message },
    }));
    return failure;
  }
}

/** The error of pages until the next attempt. */
export function failureOf({ name, record }: LiveSession): SessionLoginFailedError {
  return new SessionLoginFailedError(name, record.error?.message ?? 'it was rejected', iso(record.retryAt));
}
