import type { Cost, CreditBalance, Reservation } from '../../model/keys/api-key.js';
import type { DayLimits } from '../../model/keys/usage.js';
import type { Refusal } from '../../ports/stores/key-store.port.js';
import { UsageDays, type Day } from './usage-days.js';

/** Notices of an owner that were claimed, with their periods. */
export type Notices = Readonly<Record<string, number>>;

/** Amounts reserved by running work are not part of a row, so they are released if the process is killed. */
type Held<Row> = Row & { readonly aside: number };

/** Stores a row. If the disk is full, it is kept in memory only. */
type KeepRow = (
  ...row:
    | [kind: 'ledger', owner: string, CreditBalance]
    | [kind: 'usage', owner: string, Day | null]
    | [kind: 'notices', owner: string, Notices]
) => Promise<unknown>;

/** Limits and usage of the owners of one process. */
export class Accounts {
  private readonly ledgers = new Map<string, Held<CreditBalance>>();
  private readonly notices = new Map<string, Notices>();
  readonly days: UsageDays;

  constructor(private readonly keep: KeepRow) {
    this.days = new UsageDays((owner, day) => keep('usage', owner, day));
  }

  /** A row that was kept. */
  takeLedger(owner: string, ledger: CreditBalance): void {
    this.ledgers.set(owner, { ...ledger, aside: 0 });
  }

  /** A row that was kept. */
  takeNotices(owner: string, notices: Notices): void {
    this.notices.set(owner, notices);
  }

  async grant(owner: string, credits: number): Promise<void> {
    const { granted, used, aside } = this.ledgers.get(owner) ?? { granted: 0, used: 0, aside: 0 };
    try {
      await this.write(owner, { granted: granted + credits, used, aside });
    } catch (error) {
      this.takeBack(owner, credits); // the caller will grant them again
      throw error;
    }
  }

  reserve(owner: string, most: Cost, limits: DayLimits): Reservation | Refusal {
    const left = this.creditsLeft(owner);
    if (left <= 0) return 'no-credits';
    const refusal = this.days.refusal(owner, most.pages, limits);
    if (refusal) return `no-${refusal}`;
    const credits = left === Infinity ? 0 : Math.min(left, most.credits);
    const day = limits.pages === Infinity ? null : this.days.reserve(owner, most.pages);
    const ledger = this.ledgers.get(owner);
    if (ledger && credits > 0) this.ledgers.set(owner, { ...ledger, aside: ledger.aside + credits });
    return { credits, since: day?.since ?? 0, pages: day?.pages ?? 0, balance: this.ledger(owner) };
  }

  async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    await Promise.all([
      this.settleCredits(owner, reserved.credits, cost.credits),
      this.days.settle(owner, reserved.since, most.pages, cost.pages),
    ]);
  }

  async claimNotice(owner: string, notice: string, period: number): Promise<boolean> {
    const notices = this.notices.get(owner) ?? {};
    if (notices[notice] === period) return false;
    const next = { ...notices, [notice]: period };
    this.notices.set(owner, next);
    await this.keep('notices', owner, next).catch(() => {}); // repeated after a restart
    return true;
  }

  ledger(owner: string): CreditBalance | null {
    const ledger = this.ledgers.get(owner);
    return ledger ? { granted: ledger.granted, used: ledger.used + ledger.aside } : null;
  }

  private async settleCredits(owner: string, reserved: number, cost: number): Promise<void> {
    const ledger = this.ledgers.get(owner);
    if (!ledger) return;
    const taken = Math.min(cost, reserved + Math.max(0, this.creditsLeft(owner)));
    await this.write(owner, { ...ledger, used: ledger.used + taken, aside: ledger.aside - reserved });
  }

  private async write(owner: string, ledger: Held<CreditBalance>): Promise<void> {
    this.ledgers.set(owner, ledger);
    await this.keep('ledger', owner, { granted: ledger.granted, used: ledger.used });
  }

  private takeBack(owner: string, credits: number): void {
    const ledger = this.ledgers.get(owner)!;
    if (ledger.granted === credits && ledger.used === 0) this.ledgers.delete(owner);
    else this.ledgers.set(owner, { ...ledger, granted: ledger.granted - credits });
  }

  private creditsLeft(owner: string): number {
    const ledger = this.ledgers.get(owner);
    return ledger ? ledger.granted - ledger.used - ledger.aside : Infinity;
  }
}
