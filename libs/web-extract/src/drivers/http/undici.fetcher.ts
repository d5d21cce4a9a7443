import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { Fetcher } from '../../ports/fetcher.port.js';
import type { FetchRequest, FetchResponse } from '../../ports/fetcher.port.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { parseAllowList, type AllowList } from '../../web/url/allow-list.js';
import { RecentKeys } from '../../concurrency/recent-keys.js';
import { AgentPool } from '../guarded-network/agent-pool.js';
import { Deadline } from './deadline.js';
import { FetchRun } from './fetch-run.js';
import type { FetchTools } from './fetch-run.js';
import { FetchSlots } from './fetch-slots.js';
import { profileHeaders } from './header-profiles.js';
import { resolveHttpFetcherOptions } from './http-fetcher.options.js';
import type { HttpFetcherOptions } from './http-fetcher.options.js';
import { ProxyRotation } from '../guarded-network/proxy-rotation.js';
import { RequestHeaders } from './request-headers.js';
import { kept } from '../../model/kept.js';

const ODD_ORIGINS = 1000;

/** Fetches with undici: keep-alive, guarded, bounded in time, size and number. */
@Injectable()
export class UndiciFetcher extends Fetcher implements OnApplicationShutdown {
  private readonly tools: FetchTools;
  private readonly agents: AgentPool;
  private readonly profiles: { readonly desktop: Headers; readonly mobile: Headers };
  private readonly trustedHeaderOrigins: AllowList;
  private readonly running = kept('requests', new Set<Deadline>());
  private isClosed = false;

  /** @throws Error when `allowPrivate` or `proxies` has an entry that cannot be read */
  constructor(given: HttpFetcherOptions = {}) {
    super();
    const options = resolveHttpFetcherOptions(given);
    const { headerProfile, userAgent, lookup } = options;
    this.trustedHeaderOrigins = parseAllowList(options.trustedHeaderOrigins, 'trustedHeaderOrigins');
    const policy = { allowed: parseAllowList(options.allowPrivate), lookup };
    this.agents = new AgentPool(options, policy);
    this.profiles = {
      desktop: profileHeaders(headerProfile, false, userAgent),
      mobile: profileHeaders(headerProfile, true, userAgent),
    };
    this.tools = {
      options,
      policy,
      agents: this.agents,
      slots: new FetchSlots(options),
      proxies: new ProxyRotation(options.proxies),
      oddOrigins: new RecentKeys(ODD_ORIGINS),
    };
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    if (this.isClosed) throw new UnavailableError('shutting down');
    const url = validateUrl(request.url, this.tools.policy.allowed);
    const headers = new RequestHeaders(
      request.mobile ? this.profiles.mobile : this.profiles.desktop,
      request,
      { firstHop: url, listed: this.trustedHeaderOrigins },
    );
    const deadline = new Deadline(url.href, request.timeoutMs, signal);
    this.running.add(deadline);
    try {
      return await new FetchRun(this.tools, request, headers, deadline).follow(url);
    } finally {
      this.running.delete(deadline);
      deadline.dispose();
    }
  }

  /** Aborts running requests and closes every connection. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    for (const deadline of this.running) deadline.end(new UnavailableError('shutting down'));
    await this.agents.close();
  }
}

type Headers = Readonly<Record<string, string>>;
