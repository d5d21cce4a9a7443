import { randomUUID } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { kept } from '../../../model/kept.js';
import {
  HostGate,
  type HostClient,
  type HostPermit,
  type HostPolicy,
} from '../../../ports/host-gate.port.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { StatementRunner } from '../connection/postgres-connection.js';

/** The place of a process that was killed is free after this time. */
const PLACE_LEASE_MS = 8_000;
const RENEW_MS = PLACE_LEASE_MS / 3;
/** Delay before a full host is polled again. */
const ASK_AGAIN_MS = 50;
/** Interval of the removal of idle hosts, and the time after which a host is idle. */
const CLEAN_MS = 60_000;

const ENTER = 'SELECT {schema}.enter_host($1, $2, $3, $4, $5, $6, $7, $8) AS wait';

const LEAVE = 'SELECT {schema}.leave_host($1, $2, $3)';

/** A lease that has ended is taken again: its page is still being fetched. */
const RENEW = `INSERT INTO {schema}.host_places
  SELECT p.*, {schema}.now_ms() + ${PLACE_LEASE_MS} FROM unnest($1::text[], $2::text[], $3::text[]) AS p
  ON CONFLICT (host_id, place) DO UPDATE SET ends_at = EXCLUDED.ends_at`;

const CLEAN = `WITH idle AS (DELETE FROM {schema}.host_states WHERE host_id IN (
    SELECT host_id FROM {schema}.host_states s
    WHERE greatest(started_at, paced_until, closed_until) < {schema}.now_ms() - ${CLEAN_MS}
      AND NOT EXISTS (SELECT 1 FROM {schema}.host_places p WHERE p.host_id = s.host_id AND p.ends_at > {schema}.now_ms())
    LIMIT 1000 FOR UPDATE SKIP LOCKED) RETURNING host_id),
  places AS (DELETE FROM {schema}.host_places WHERE host_id IN (TABLE idle)),
  waiting AS (DELETE FROM {schema}.host_waiting WHERE host_id IN (TABLE idle))
  DELETE FROM {schema}.host_rounds WHERE host_id IN (TABLE idle)`;

interface HeldPlace {
  readonly host: string;
  readonly owner: string;
}

/**
 * Request rate of each host for all crawls of all processes. A place is a lease that outlives its process by seconds. Other processes cannot be
 * called, so waiting callers poll.
 */
@Injectable()
export class PostgresHostGate extends HostGate implements BeforeApplicationShutdown {
  /** Places that this process holds. */
  private readonly held = kept('hostPlaces', new Map<string, HeldPlace>());
  private timer: NodeJS.Timeout | undefined;
  private cleanedAt = performance.now();

  constructor(private readonly runner: StatementRunner) {
    super();
  }

  /** @throws UnavailableError while PostgreSQL is away */
  override async enter(
    host: string,
    { delayMs, maxConcurrent }: HostPolicy,
    caller: HostClient,
  ): Promise<HostPermit | { retryAtMs: number }> {
    const place = randomUUID();
    const held = { host: shortHash(host), owner: shortHash(caller.owner) };
    const names = [held.host, place, held.owner, shortHash(caller.id)];
    const parameters = [...names, Math.ceil(delayMs), maxConcurrent, PLACE_LEASE_MS, ASK_AGAIN_MS];
    const [row] = await this.runner.run<{ wait: number }>(ENTER, parameters);
    if (row!.wait > 0) return { retryAtMs: Date.now() + row!.wait };
    this.held.set(place, held);
    this.timer ??= setInterval(() => void this.beat(), RENEW_MS).unref();
    return { release: (backOffMs = 0) => this.leave(place, held.host, backOffMs) };
  }

  beforeApplicationShutdown(): void {
    this.rest();
  }

  /** Ignores an unavailable server, because the page has been fetched. The place is then freed when its lease expires. */
  private async leave(place: string, host: string, backOffMs: number): Promise<void> {
    if (!this.held.delete(place) && backOffMs <= 0) return;
    if (this.held.size === 0) this.rest();
    await this.runner.run(LEAVE, [host, place, Math.ceil(backOffMs)]).catch(() => {});
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** While the server is away, the next beat tries again. */
  private async beat(): Promise<void> {
    const places = [...this.held.keys()];
    const held = [...this.held.values()];
    const columns = [held.map(({ host }) => host), places, held.map(({ owner }) => owner)];
    await this.runner.run(RENEW, columns).catch(() => {});
    if (performance.now() - this.cleanedAt < CLEAN_MS) return;
    this.cleanedAt = performance.now();
    await this.runner.run(CLEAN).catch(() => {});
  }
}
