import { randomUUID } from 'node:crypto';
import type { ApiKey, Cost, CreditBalance, KeyRecord, Reservation } from '../../../model/keys/api-key.js';
import { USAGE_RESOURCES, type DayLimits, type UsageAmounts, type UsageOfDay } from '../../../model/keys/usage.js'; // prettier-ignore
import { KeyStore, type Refusal, type UsageBatch } from '../../../ports/stores/key-store.port.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';

const NO_LIMIT = -1;
/** A reservation without a settlement is released after this time: longer than any operation takes. */
const ASIDE_MS = 900_000;
const DAY_MS = 86_400_000;
const NOTICE_MS = 31 * DAY_MS;

/** Row of an owner. */
interface Allowance {
  readonly granted: number | null;
  readonly used: number;
  readonly since: number;
  readonly pages: number;
  readonly bytes: number;
  readonly browser_ms: number;
  readonly tokens: number;
  readonly now: number;
}

interface Reserved {
  readonly credits: number;
  readonly since: number;
  readonly pages: number;
  readonly isHeld: boolean;
  readonly granted: number | null;
  readonly used: number;
}

/** Keys of a whole deployment, and the quotas of owners. */
export class PostgresKeyStore extends KeyStore {
  /** @param asideMs time after which an open reservation is released */
  constructor(
    private readonly runner: StatementRunner,
    private readonly asideMs = ASIDE_MS,
  ) {
    super();
  }

  override async secret(fresh: string): Promise<string> {
    await this.runner.run('INSERT INTO {schema}.key_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING', [fresh]); // prettier-ignore
    const [row] = await this.runner.run<{ secret: string }>('SELECT secret FROM {schema}.key_secret');
    return row!.secret;
  }

  override async add(key: KeyRecord): Promise<void> {
    const { hash, id, owner } = key;
    await this.runner.run(
      'INSERT INTO {schema}.key_rows (hash, id, owner, owner_id, record) VALUES ($1, $2, $3, $4, $5)',
      [hash, toColumnText(id), toColumnText(owner), shortHash(owner), Buffer.from(JSON.stringify(key))],
    );
  }

  override async find(hash: string): Promise<KeyRecord | null> {
    const text = 'SELECT record FROM {schema}.key_rows WHERE hash = $1';
    const [row] = await this.runner.run<{ record: Buffer }>(text, [toColumnText(hash)]);
    return row ? (JSON.parse(row.record.toString()) as KeyRecord) : null;
  }

  override async ofOwner(owner: string): Promise<ApiKey[]> {
    const text = 'SELECT record, used_at FROM {schema}.key_rows WHERE owner_id = $1';
    const rows = await this.runner.run<{ record: Buffer; used_at: number | null }>(text, [shortHash(owner)]);
    return rows
      .map(({ record, used_at }) => {
        const { hash: _, ...key } = JSON.parse(record.toString()) as KeyRecord;
        return { ...key, lastUsedAt: used_at };
      })
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  override async remove(id: string, owner: string | null): Promise<string | null> {
    const text = `DELETE FROM {schema}.key_rows WHERE id = $1 AND ($2::text IS NULL OR owner_id = $2) RETURNING record`;
    const parameters = [toColumnText(id), owner === null ? null : shortHash(owner)];
    const [row] = await this.runner.run<{ record: Buffer }>(text, parameters);
    return row ? (JSON.parse(row.record.toString()) as KeyRecord).owner : null;
  }

  override async touch(id: string, usedAtMs: number): Promise<void> {
    const text = 'UPDATE {schema}.key_rows SET used_at = greatest(used_at, $2) WHERE id = $1';
    await this.runner.run(text, [toColumnText(id), usedAtMs]);
  }

  override async grant(owner: string, credits: number): Promise<void> {
    const text = `INSERT INTO {schema}.allowances AS a (owner_id, owner, granted) VALUES ($1, $2, $3)
      ON CONFLICT (owner_id) DO UPDATE SET granted = coalesce(a.granted, 0) + EXCLUDED.granted`;
    await this.runner.run(text, [...namesOf(owner), credits]);
  }

  override async reserve(owner: string, most: Cost, limits: DayLimits): Promise<Reservation | Refusal> {
    const id = randomUUID();
    const perDay = USAGE_RESOURCES.map((name) => (limits[name] === Infinity ? NO_LIMIT : limits[name]));
    const text = 'SELECT {schema}.reserve_allowance($1, $2, $3, $4, $5, $6, $7) AS reserved';
    const parameters = [...namesOf(owner), this.asideMs, id, most.credits, most.pages, perDay];
    const [row] = await this.runner.run<{ reserved: Refusal | Reserved }>(text, parameters);
    const { reserved } = row!;
    if (typeof reserved === 'string') return reserved;
    const { credits, since, pages, isHeld, granted, used } = reserved;
    return {
      credits,
      since,
      pages,
      balance: granted === null ? null : { granted, used },
      ...(isHeld && { id }),
    };
  }

  override async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    const { id = '', credits, since } = reserved;
    const text = 'SELECT {schema}.settle_allowance($1, $2, $3, $4, $5, $6, $7, $8, $9)';
    const parameters = [...namesOf(owner), this.asideMs, id, credits, most.pages, since, cost.credits, cost.pages]; // prettier-ignore
    await this.runner.run(text, parameters);
  }

  override async use(owner: string, amounts: UsageAmounts, batch?: UsageBatch): Promise<UsageOfDay> {
    const sums = USAGE_RESOURCES.map((name) => Math.round(amounts[name]));
    const text = 'SELECT *, {schema}.now_ms() AS now FROM {schema}.use_allowance($1, $2, $3, $4, $5, $6)';
    const parameters = [...namesOf(owner), this.asideMs, sums, batch?.process ?? null, batch?.number ?? null];
    const [row] = await this.runner.run<Allowance>(text, parameters);
    return usageOf(row!);
  }

  override async usageOfDay(owner: string): Promise<UsageOfDay> {
    return usageOf(await this.allowance(owner));
  }

  override async claimNotice(owner: string, notice: string, period: number): Promise<boolean> {
    const text = `WITH expired AS (DELETE FROM {schema}.notices
        WHERE owner_id = $1 AND notice <> $2 AND claimed_at < {schema}.now_ms() - ${NOTICE_MS})
      INSERT INTO {schema}.notices AS n VALUES ($1, $2, $3, {schema}.now_ms())
      ON CONFLICT (owner_id, notice) DO UPDATE SET period = EXCLUDED.period, claimed_at = EXCLUDED.claimed_at
      WHERE n.period <> EXCLUDED.period RETURNING 1`;
    return (await this.runner.run(text, [shortHash(owner), notice, period])).length > 0;
  }

  override async ledger(owner: string): Promise<CreditBalance | null> {
    const { granted, used } = await this.allowance(owner);
    return granted === null ? null : { granted, used };
  }

  private async allowance(owner: string): Promise<Allowance> {
    const text = 'SELECT *, {schema}.now_ms() AS now FROM {schema}.open_allowance($1, $2, $3)';
    const [row] = await this.runner.run<Allowance>(text, [...namesOf(owner), this.asideMs]);
    return row!;
  }
}

/** Id and name of an owner. */
const namesOf = (owner: string): [string, string] => [shortHash(owner), toColumnText(owner)];

function usageOf({ pages, bytes, browser_ms: browserMs, tokens, since, now }: Allowance): UsageOfDay {
  return { pages, bytes, browserMs, tokens, since, resetsInMs: since === 0 ? 0 : Math.max(0, since + DAY_MS - now) }; // prettier-ignore
}
