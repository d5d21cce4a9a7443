import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { HookFailedError, RequestRefusedError } from '../../model/errors.js';
import type { LinkToFollow, RequestDecision, RequestToSend } from '../../model/hooks/hooks.js';
import { ResolvedOptions } from '../../model/options.js';
import type { HopHeaders } from '../../ports/fetcher.port.js';
import { checkHeaders } from '../../web/headers/check-headers.js';
import { kept } from '../../model/kept.js';

/** Failures of a hook are logged once in this time. */
const LOG_EVERY_MS = 60_000;
const MAX_HEADERS = 50;
const MAX_HEADER_CHARS = 16_384;
const MAX_REASON_CHARS = 200;

type HookName = 'shouldFollow' | 'beforeRequest';

/** Calls the hooks of the application, each call with a deadline. Errors of hooks are logged and not shown to callers. */
@Injectable()
export class HostHooks {
  /** Timeout of one call in milliseconds. */
  readonly timeoutMs: number;
  private readonly logger = new Logger('WebExtract');
  private readonly loggedAt = kept('times', new Map<HookName, number>());

  constructor(private readonly options: ResolvedOptions) {
    this.timeoutMs = options.limits.hookTimeoutMs;
  }

  /** False if every link is followed. */
  get choosesLinks(): boolean {
    return this.options.hooks.shouldFollow !== undefined;
  }

  /** False if requests are sent as they are. */
  get changesRequests(): boolean {
    return this.options.hooks.beforeRequest !== undefined;
  }

  /** @throws HookFailedError, the reason of the signal */
  async shouldFollow(link: Omit<LinkToFollow, 'signal'>, signal: AbortSignal): Promise<boolean> {
    const { shouldFollow = () => true } = this.options.hooks;
    return this.call('shouldFollow', link.url, signal, async (own) => {
      const follows: unknown = await shouldFollow({ ...link, signal: own });
      if (typeof follows !== 'boolean') throw new TypeError('shouldFollow must return true or false');
      return follows;
    });
  }

  /**
   * @returns headers for this request; undefined if there are none
   * @throws RequestRefusedError, HookFailedError, the reason of the signal
   */
  async beforeRequest(
    request: Omit<RequestToSend, 'signal'>,
    signal: AbortSignal,
  ): Promise<HopHeaders | undefined> {
    const { beforeRequest = () => undefined } = this.options.hooks;
    const decision = await this.call('beforeRequest', request.url, signal, async (own) =>
      checked(await beforeRequest({ ...request, signal: own })),
    );
    if (decision === undefined) return undefined;
    if ('refuse' in decision)
      throw new RequestRefusedError(request.url, decision.refuse.slice(0, MAX_REASON_CHARS));
    return decision.headers;
  }

  private async call<T>(
    hook: HookName,
    url: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const onTimeout = () => new Error(`no result within ${this.timeoutMs} ms (limits.hookTimeoutMs)`);
    try {
      return await withDeadline(this.timeoutMs, signal, onTimeout, work);
    } catch (error) {
      if (signal.aborted) throw error;
      this.log(hook, url, error);
      throw new HookFailedError(hook, url, { cause: error });
    }
  }

  private log(hook: HookName, url: string, error: unknown): void {
    const now = performance.now();
    if (now - (this.loggedAt.get(hook) ?? -Infinity) < LOG_EVERY_MS) return;
    this.loggedAt.set(hook, now);
    const { message } = new HookFailedError(hook, url);
    this.logger.error(
      `${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

/** @throws TypeError, InvalidRequestError for a decision that cannot be applied */
function checked(decision: RequestDecision | void): RequestDecision | undefined {
  if (decision === undefined || decision === null) return undefined;
  if ('refuse' in decision && typeof decision.refuse === 'string') return decision;
  if (!('headers' in decision) || typeof decision.headers !== 'object' || decision.headers === null)
    throw new TypeError('beforeRequest must return nothing, { headers } or { refuse: reason }');
  const entries = Object.entries(decision.headers);
  const chars = entries.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  if (entries.length > MAX_HEADERS || chars > MAX_HEADER_CHARS)
    throw new TypeError(`beforeRequest may add ${MAX_HEADERS} headers with ${MAX_HEADER_CHARS} characters`);
  checkHeaders(decision.headers);
  return { headers: Object.fromEntries(entries) };
}
