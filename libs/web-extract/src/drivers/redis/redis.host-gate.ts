import { randomUUID } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HostGate, type HostClient, type HostPermit, type HostPolicy } from '../../ports/host-gate.port.js';
import type { RedisLink } from './connection/redis-link.js';
import { RedisScripts } from './redis-scripts.js';
import { kept } from '../../model/kept.js';

interface RedisHostGateOptions {
  /** Begins the names of the keys of a host. */
  readonly prefix: (host: string) => string;
}

/** The place of a process that died is free again after this time. */
const PLACE_LEASE_MS = 8_000;
const RENEW_MS = PLACE_LEASE_MS / 3;
/** Delay before a full host is polled again. */
const ASK_AGAIN_MS = 50;
type Keys = readonly [state: string, places: string, waiting: string, patience: string, rounds: string];

/**
 * Request rate of each host for all crawls of all processes on one Redis. A place is a lease that outlives its
 * process by seconds.
 * Other processes cannot be called, so waiting callers poll: these are no `FairSemaphore`.
 */
@Injectable()
export class RedisHostGate extends HostGate implements BeforeApplicationShutdown {
  private readonly scripts: RedisScripts;
  /** Places that this process holds. */
  private readonly held = kept('hostPlaces', new Map<string, Keys>());
  private timer: NodeJS.Timeout | undefined;

  constructor(
    connection: RedisLink,
    private readonly options: RedisHostGateOptions,
  ) {
    super();
    this.scripts = new RedisScripts(connection, '');
  }

  /** @throws UnavailableError while Redis is away */
  async enter(
    host: string,
    { delayMs, maxConcurrent }: HostPolicy,
    { id, owner }: HostClient,
  ): Promise<HostPermit | { retryAtMs: number }> {
    const keys = this.keysOf(host);
    const place = `${owner} ${randomUUID()}`;
    const args = [place, delayMs, maxConcurrent, PLACE_LEASE_MS, ASK_AGAIN_MS, id, owner];
    const waitMs = (await this.scripts.run('host/enter', keys, args)) as number;
    if (waitMs > 0) return { retryAtMs: Date.now() + waitMs };
    this.hold(place, keys);
    return { release: (backOffMs = 0) => this.leave(place, keys, backOffMs) };
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
  }

  private keysOf(host: string): Keys {
    const state = `${this.options.prefix(host)}:host:{${host}}`;
    return [state, `${state}:places`, `${state}:waiting`, `${state}:patience`, `${state}:rounds`];
  }

  private hold(place: string, keys: Keys): void {
    this.held.set(place, keys);
    this.timer ??= setInterval(() => void this.renew(), RENEW_MS).unref();
  }

  /**
   * Ignores an unavailable Redis, because the page has been fetched. The place is then freed when its lease expires.
   */
  private async leave(place: string, keys: Keys, backOffMs: number): Promise<void> {
    if (!this.held.delete(place) && backOffMs <= 0) return;
    if (this.held.size === 0) this.rest();
    await this.scripts.run('host/leave', keys, [place, backOffMs]).catch(() => {});
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async renew(): Promise<void> {
    const byHost = new Map<string, { keys: Keys; places: string[] }>();
    for (const [place, keys] of this.held) {
      const host = byHost.get(keys[0]) ?? { keys, places: [] };
      host.places.push(place);
      byHost.set(keys[0], host);
    }
    const renewals = [...byHost.values()].map(({ keys, places }) =>
      this.scripts.run('host/keep-places', keys, [PLACE_LEASE_MS, ...places]),
    );
    await Promise.allSettled(renewals); // Redis is away: the next beat tries again
  }
}
