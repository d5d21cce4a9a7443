import type { HostSemaphore, PlaceTaker } from './crawl-semaphore.js';

/** A place that was kept so long for a job which did not come for it goes to the next. */
const KEPT_MS = 1_000;

/** State of one job by host: paused hosts, hosts where it waits for a place, and hosts with a place reserved for it. */
export class JobAtHosts implements PlaceTaker {
  /** Closed until then (epoch), or until the job is called. */
  private readonly closed = new Map<string, number>();
  /** Hosts with a reserved place, and the time of the reservation (epoch). */
  private readonly kept = new Map<string, number>();

  constructor(
    readonly owner: string,
    private readonly places: HostSemaphore,
    private readonly onCall: () => void,
  ) {}

  /** Hosts whose pages may not be leased now. */
  closedHosts(nowMs: number): string[] {
    for (const [host, untilMs] of this.closed) if (untilMs <= nowMs) this.closed.delete(host);
    return [...this.closed.keys()];
  }

  /** When the first of the hosts that rest opens again (epoch). */
  get opensAtMs(): number {
    return Math.min(...this.closed.values());
  }

  /** Takes a place for a page; `leave` must follow. @returns false when the job waits for its turn now */
  enter(host: string): boolean {
    this.kept.delete(host);
    if (this.places.take(host, this, () => this.called(host))) return true;
    this.closed.set(host, Infinity);
    return false;
  }

  /** A page of the host was read. */
  leave(host: string): void {
    this.places.giveBack(host, this);
  }

  /** Takes no page of this host before `untilMs` (epoch). */
  rest(host: string, untilMs: number): void {
    this.giveUp(host);
    this.closed.set(host, untilMs);
  }

  /** Hosts with a reserved place that the job has not taken yet. */
  keptHosts(): string[] {
    return [...this.kept.keys()];
  }

  /** There is nothing to take there, though the job was called. */
  passOn(hosts: readonly string[]): void {
    for (const host of hosts) if (this.kept.has(host)) this.giveUp(host);
  }

  /** Releases places reserved for too long: the job has no free capacity for them. */
  passOnOld(nowMs: number): void {
    for (const [host, sinceMs] of [...this.kept]) if (nowMs - sinceMs >= KEPT_MS) this.giveUp(host);
  }

  /** The job is worked on no more. */
  close(): void {
    for (const host of [...this.closed.keys(), ...this.keptHosts()]) this.giveUp(host);
    this.closed.clear();
  }

  private called(host: string): void {
    this.closed.delete(host);
    this.kept.set(host, Date.now());
    this.onCall();
  }

  private giveUp(host: string): void {
    this.kept.delete(host);
    this.places.leave(host, this);
  }
}
