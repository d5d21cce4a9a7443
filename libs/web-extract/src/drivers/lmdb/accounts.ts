import type { Cost, CreditBalance, PagesOfDay, Reservation } from '../../model/keys/api-key.js';
import type { Refusal } from '../../ports/key-store.port.js';

const DAY_MS = 86_400_000;
const NO_DAY: PagesOfDay = { count: 0, resetsInMs: 0 };

/** Pages of an owner since a day began (epoch, in milliseconds). */
export interface Day {
  readonly since: number;
  readonly count: number;
}

/** Amounts reserved by running work are not part of a row, so they are released if the process is killed. */
type Held<Row> = Row & { readonly aside: number };

/** Stores a row. If the disk is full, it is kept in memory only. */
type KeepRow = (
  ...row: [kind: 'ledger', owner: string, CreditBalance] | [kind: 'pages', owner: string, Day]
) => Promise<unknown>;

/** Limits and usage of the owners of one process. */
export class Accounts {
  private readonly ledgers = new Map<string, Held<CreditBalance>>();
  private readonly days = new Map<string, Held<Day>>();

  constructor(private readonly keep: KeepRow) {}

  /** A row that was kept. */
  takeLedger(owner: string, ledger: CreditBalance): void {
    this.ledgers.set(owner, { ...ledger, aside: 0 });
  }

  /** A row that was kept. */
  takeDay(owner: string, day: Day): void {
    this.days.set(owner, { ...day, aside: 0 });
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

  reserve(owner: string, most: Cost, pagesPerDay: number): Reservation | Refusal {
    const left = this.creditsLeft(owner);
    if (left <= 0) return 'no-credits';
    const credits = left === Infinity ? 0 : Math.min(left, most.credits);
    const day =
      pagesPerDay === Infinity ? null : (this.dayOf(owner) ?? { since: Date.now(), count: 0, aside: 0 });
    if (day && day.count + day.aside + Math.max(1, most.pages) > pagesPerDay) return 'no-pages';
    if (day && most.pages > 0) this.days.set(owner, { ...day, aside: day.aside + most.pages });
    const ledger = this.ledgers.get(owner);
    if (ledger && credits > 0) this.ledgers.set(owner, { ...ledger, aside: ledger.aside + credits });
    return { credits, since: day?.since ?? 0 };
  }

  async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    await Promise.all([
      this.settleCredits(owner, reserved.credits, cost.credits),
      this.settlePages(owner, reserved.since, most.pages, cost.pages),
    ]);
  }

  pagesOfDay(owner: string): PagesOfDay {
    const day = this.dayOf(owner);
    return day
      ? { count: day.count + day.aside, resetsInMs: Math.min(DAY_MS, day.since + DAY_MS - Date.now()) }
      : NO_DAY;
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

  private async settlePages(owner: string, since: number, reserved: number, cost: number): Promise<void> {
    const day = this.dayOf(owner);
    if (day?.since !== since) return;
    const count = day.count + cost;
    this.days.set(owner, { since, count, aside: day.aside - reserved });
    await this.keep('pages', owner, { since, count });
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

  /** The day that runs. One that began more than a day in the future is from before the clock was set back, and is over. */
  private dayOf(owner: string): Held<Day> | undefined {
    const day = this.days.get(owner);
    return day && Math.abs(Date.now() - day.since) < DAY_MS ? day : undefined;
  }

  private creditsLeft(owner: string): number {
    const ledger = this.ledgers.get(owner);
    return ledger ? ledger.granted - ledger.used - ledger.aside : Infinity;
  }
}
