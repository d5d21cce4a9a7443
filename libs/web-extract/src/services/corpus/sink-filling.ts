import type { LedgerRow, StoredEntry } from '../../model/change-log.js';
import type { CorpusPage } from '../../ports/stores/change-log.port.js';
import type { HeldLedger } from './held-ledger.js';
import { preparationOf, writeSignature } from './ledger-signature.js';
import { differenceOf, STALE, UNKNOWN } from './page-difference.js';
import type { SinkCalls } from './sink-calls.js';
import type { PageChange, SinkEffects } from './sink-effects.js';

/** Number of a page in this sync: it is not removed. */
const SEEN = -1;
/** Pages that change while they are read are read again so often. */
const MAX_ROUNDS = 5;
/** Pages that a guarded sync may always remove. */
const ALWAYS_ALLOWED = 10;

/** A page during whose calls so many processes have ended is skipped: it may be what ends them. */
const MAX_INTERRUPTED = 5;

/** Page counts by outcome. */
export interface FillingCounts {
  new: number;
  changed: number;
  removed: number;
  held: number;
  unchanged: number;
  skipped: number;
}

/** How a sink is filled. */
export interface FillingPlan {
  readonly signature: string;
  /** Passes the whole corpus to a sink that was cleared. */
  readonly refill?: boolean;
  /** Fraction of the pages of the sink that may be removed. */
  readonly maxRemovedShare: number;
  readonly signal: AbortSignal;
  /** Commits the changes of the sink together with the ledger. @default the ledger follows them */
  readonly effects?: SinkEffects;
  readonly onPage: (counts: Readonly<FillingCounts>, url: string) => void;
}

/**
 * Passes the difference between a ledger and the corpus to a sink, page by page, then removed pages; last those during whose calls a
 * process has ended, so that they do not keep others waiting. The ledger names all chunks that the
 * sink may have at any time: before a call those that it may receive, after it those that it has.
 */
export class SinkFilling {
  private readonly counts: FillingCounts = { new: 0, changed: 0, removed: 0, held: 0, unchanged: 0, skipped: 0 }; // prettier-ignore
  /** Pages whose calls were interrupted. */
  private readonly suspects: CorpusPage[] = [];
  /** Number of the entry that the sink has of each page. */
  private readonly known = new Map<string, number>();

  constructor(
    private readonly ledger: HeldLedger,
    private readonly calls: SinkCalls,
    private readonly plan: FillingPlan,
  ) {}

  /** @throws the error of the sink, SinkTimeoutError, ConflictError, UnavailableError, the reason of the signal */
  async fill(): Promise<Readonly<FillingCounts>> {
    const epoch = await this.begin();
    for await (const rows of this.ledger.rows()) for (const { page, seq } of rows) this.known.set(page, seq);
    const before = this.known.size;
    await this.passPages();
    await this.removePages(before);
    for (const page of this.suspects) await this.passSuspect(page);
    if (epoch === null) await this.note(await this.calls.epoch());
    return this.counts;
  }

  /** Prepares a sink that is new, that lost its data, or that was filled under another signature. @returns its epoch */
  private async begin(): Promise<string | null | undefined> {
    const { signature } = this.ledger.state;
    const epoch = await this.calls.epoch();
    const preparation = preparationOf(signature, { ...this.plan, epoch });
    if (preparation === 'none') return epoch;
    if (preparation === 'clear') await this.clear();
    if (preparation === 'clear' && this.calls.canClear) await this.dropRows();
    else await this.markAllStale();
    const filled = preparation === 'clear' ? await this.calls.epoch() : epoch; // an index that was cleared may have another one
    await this.note(filled);
    return filled;
  }

  private async clear(): Promise<void> {
    const { effects } = this.plan;
    if (!effects || !this.calls.canClear) return this.calls.clear();
    await this.ledger.noteUnfilled(); // its rows are dropped after the transaction
    await effects.clear();
  }

  private note(epoch: string | null | undefined): Promise<void> {
    return this.ledger.note({ signature: writeSignature(this.plan.signature, epoch) });
  }

  private async dropRows(): Promise<void> {
    for await (const rows of this.ledger.rows())
      for (const { page } of rows) {
        this.plan.signal.throwIfAborted();
        await this.ledger.write({ page, row: null });
      }
  }

  private async markAllStale(): Promise<void> {
    for await (const rows of this.ledger.rows()) for (const row of rows) await this.markStale(row);
  }

  private async markStale(row: LedgerRow): Promise<void> {
    this.plan.signal.throwIfAborted();
    const { page, url } = row;
    const chunks = row.chunks.map(([id]) => [id, UNKNOWN] as const);
    await this.ledger.write({ page, row: { page, url, seq: STALE, chunks } });
  }

  private async passPages(): Promise<void> {
    for (let round = 0, skipped = Infinity; skipped > 0 && round < MAX_ROUNDS; round++) {
      skipped = 0;
      for await (const pages of this.ledger.log.pages(this.ledger.feed))
        for (const page of pages) if (!(await this.pass(page, round))) skipped++;
    }
  }

  /** @returns false if the page has changed meanwhile */
  private async pass({ page, seq }: CorpusPage, round: number): Promise<boolean> {
    const { ledger, known, plan } = this;
    plan.signal.throwIfAborted();
    const received = known.get(page);
    known.set(page, SEEN);
    if (received === seq) this.counts.unchanged++;
    if (received === seq || (received === SEEN && round === 0)) return true;
    const row = await ledger.row(page);
    if (row?.seq === seq) return true;
    if (interruptedCalls(row, seq) === 0) return this.passPage(page, seq, row);
    this.suspects.push({ page, seq });
    return true;
  }

  private async passSuspect({ page, seq }: CorpusPage): Promise<void> {
    this.plan.signal.throwIfAborted();
    const row = await this.ledger.row(page);
    if (interruptedCalls(row, seq) >= MAX_INTERRUPTED) this.count('skipped', row!.url);
    else await this.passPage(page, seq, row); // one that has changed meanwhile is passed by the next sync
  }

  /** @returns false if the page has changed meanwhile */
  private async passPage(page: string, seq: number, row: LedgerRow | null): Promise<boolean> {
    const { log, feed } = this.ledger;
    const entry = await log.entry(feed, seq);
    if (!entry?.content) return false;
    await this.passEntry(page, entry, row);
    return true;
  }

  private async passEntry(
    page: string,
    { seq, url, content }: StoredEntry,
    row: LedgerRow | null,
  ): Promise<void> {
    const { upsert, remove, after, meanwhile } = differenceOf(url, content!, row?.chunks ?? []);
    const isSame = upsert.length === 0 && remove.length === 0;
    if (this.plan.effects && !isSame) {
      const to = { page, url, seq, chunks: after };
      await this.commit(this.plan.effects, { page, from: row, to, upsert, remove }, seq);
      return this.count(row ? 'changed' : 'new', url);
    }
    if (!isSame) await this.change({ page, url, seq: STALE, chunks: meanwhile }, { seq, calls: interruptedCalls(row, seq) }, async () => {
      await this.calls.upsert(upsert);
      await this.calls.remove(remove);
    }); // prettier-ignore
    await this.ledger.write({ page, row: { page, url, seq, chunks: after } });
    this.count(!row ? 'new' : isSame ? 'unchanged' : 'changed', url);
  }

  /** Like `change`; the ledger names exactly the chunks that the sink has. */
  private async commit(effects: SinkEffects, change: PageChange, seq: number): Promise<void> {
    const { page, from, to } = change;
    const calls = interruptedCalls(from, seq);
    const { url, chunks } = from ?? { url: to!.url, chunks: [] };
    const begun = { page, url, seq: STALE, chunks, interrupted: { seq, calls: calls + 1 } };
    await this.ledger.write({ page, row: begun });
    const result = await effects.change({ ...change, from: begun });
    if (result.kind === 'committed') return;
    const row = { ...result.row, interrupted: { seq, calls } };
    await this.ledger.write({ page, row }).catch(() => {}); // the error of the sink is reported
    throw result.error;
  }

  /** Calls the sink while the ledger says that a call has begun. A call that rejects has ended: it was not interrupted. */
  private async change(
    row: LedgerRow,
    { seq, calls }: { readonly seq: number; readonly calls: number },
    call: () => Promise<void>,
  ): Promise<void> {
    const { page } = row;
    await this.ledger.write({ page, row: { ...row, interrupted: { seq, calls: calls + 1 } } });
    try {
      await call();
    } catch (error) {
      await this.ledger.write({ page, row: { ...row, interrupted: { seq, calls } } }).catch(() => {}); // the error of the sink is reported
      throw error;
    }
  }

  /** @param before number of pages of the sink before the sync */
  private async removePages(before: number): Promise<void> {
    const removed = [...this.known].filter(([, seq]) => seq !== SEEN).map(([page]) => page);
    const { maxRemovedShare } = this.plan;
    if (removed.length > ALWAYS_ALLOWED && removed.length > maxRemovedShare * before) {
      this.counts.held = removed.length;
      return;
    }
    for (const page of removed) await this.remove(page);
  }

  private async remove(page: string): Promise<void> {
    this.plan.signal.throwIfAborted();
    const row = await this.ledger.row(page);
    if (!row) return;
    const ids = row.chunks.map(([id]) => id);
    const { effects } = this.plan;
    if (effects && ids.length > 0) {
      const result = await effects.change({ page, from: row, to: null, upsert: [], remove: ids });
      if (result.kind === 'failed') throw result.error;
    } else {
      await this.calls.remove(ids);
      await this.ledger.write({ page, row: null });
    }
    this.count('removed', row.url);
  }

  private count(what: keyof FillingCounts, url: string): void {
    this.counts[what]++;
    this.plan.onPage(this.counts, url);
  }
}

const interruptedCalls = (row: LedgerRow | null, seq: number): number =>
  row?.interrupted?.seq === seq ? row.interrupted.calls : 0;
