import type { CrawlStatus } from '../../../model/crawl/crawl.js';
import { newToken } from '../../crawl-store/lease-token.js';
import type { Parameter, PostgresConnection } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';
import { CallsInOrder } from './calls-in-order.js';
import { callOf, numberOf } from './url-arguments.js';

/** A request for the next URL of a crawl. */
export interface Claim {
  readonly crawlId: string;
  readonly leaseMs: number;
  readonly busyHosts: readonly string[];
  readonly hasBrowser: boolean;
}

export type ClaimReply =
  | { readonly kind: 'task'; readonly is_due: boolean; readonly now_ms: number; readonly seq: number; readonly host: string; readonly address: string; readonly attempts: number; readonly is_there: boolean } // prettier-ignore
  | { readonly kind: 'wait'; readonly is_due: boolean; readonly now_ms: number; readonly until_ms: number | null; readonly is_left: boolean } // prettier-ignore
  | { readonly kind: 'drained' }
  | { readonly kind: 'over'; readonly status: CrawlStatus | null };

interface Pending {
  readonly token: string;
  readonly resolve: (reply: ClaimReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Claims of one statement: it locks the crawl for a few milliseconds. */
const CLAIMS_A_STEP = 32;

/** Equal claims that are made at once, or while the one before has no reply, are one statement. Those of a crawl take effect in their order. */
export class UrlClaims {
  private readonly pending = new Map<string, Pending[]>();
  private readonly order = new CallsInOrder();

  constructor(private readonly connection: PostgresConnection) {}

  /** @returns the reply, and the token of the lease */
  async take(claim: Claim): Promise<readonly [ClaimReply, token: string]> {
    const token = newToken();
    const reply = await new Promise<ClaimReply>((resolve, reject) =>
      this.add(claim, { token, resolve, reject }),
    );
    return [reply, token];
  }

  private add(claim: Claim, pending: Pending): void {
    const key = JSON.stringify([claim.crawlId, claim.leaseMs, claim.hasBrowser, claim.busyHosts]);
    const others = this.pending.get(key);
    if (others) {
      others.push(pending);
      if (others.length >= CLAIMS_A_STEP) this.pending.delete(key);
      return;
    }
    const batch = [pending];
    this.pending.set(key, batch);
    const send = () => {
      if (this.pending.get(key) === batch) this.pending.delete(key);
      return this.send(claim, batch);
    };
    queueMicrotask(() => void this.order.run(claim.crawlId, send));
  }

  private async send({ crawlId, leaseMs, hasBrowser, busyHosts }: Claim, batch: Pending[]): Promise<void> {
    const tokens = batch.map(({ token }) => token);
    const values: Parameter[] = [toColumnText(crawlId), Math.round(leaseMs), tokens, hasBrowser, busyHosts.map(numberOf)]; // prettier-ignore
    try {
      const replies = await this.connection.run<ClaimReply>(callOf('take_urls', values), values);
      const last = replies.at(-1)!; // the first one that is no task is the reply to all that follow
      for (const [n, { resolve }] of batch.entries()) resolve(replies[n] ?? last);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
