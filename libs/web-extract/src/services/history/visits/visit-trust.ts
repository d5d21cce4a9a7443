import { isNewer } from '../../../pipeline/freshness/sitemap-date.js';
import { readValidators } from '../../../pipeline/freshness/validators.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { PageChange } from '../../../model/page/page-change.js';
import type { HostFacts } from '../../../model/snapshot.js';
import type { HistoryEntry } from '../../../ports/stores/page-history.port.js';
import type { TrackerTools, VisitSubject } from './visit-plan.js';

/** Decides for one visit which of the host's validators and sitemap dates are used, and notes wrong ones. */
export class VisitTrust {
  /** A 304 was answered, and the page was requested once more without conditions. */
  private isDoubted = false;
  /** The sitemap says for certain that the page changed. */
  private isDated = false;
  private readonly isVerified: boolean;

  /** @param reusable the last visit, if its page can answer this request */
  constructor(
    private readonly tools: Pick<TrackerTools, 'hosts' | 'verification'>,
    private readonly of: VisitSubject,
    private readonly facts: HostFacts,
    reusable: HistoryEntry | null,
  ) {
    const canVerify = reusable !== null && reusable.head.validators !== null;
    this.isVerified =
      of.plan.visitId !== null && canVerify && tools.verification.takes(of.host, reusable.head.wireBytes);
  }

  /** False if the page is to be requested without conditions. */
  get usesValidators(): boolean {
    return !this.isVerified && this.tools.hosts.trustsValidators(this.facts);
  }

  /** True if the sitemap contradicts a 304. */
  async doubts({ head }: HistoryEntry): Promise<boolean> {
    if (!this.tools.hosts.trustsDates(this.facts)) return false;
    const date = await this.of.plan.sitemapDate?.();
    const newer = date ? isNewer(date, head.visitedAt) : 'no';
    if (newer === 'no') return false;
    this.isDoubted = true;
    this.isDated = newer === 'yes';
    return true;
  }

  /** Records that the sitemap date was wrong, if it said that a page with the same body changed. */
  async noteSameBody(): Promise<void> {
    if (this.isDated) await this.tools.hosts.noteWrongDate(this.of.key, this.of.host);
  }

  /** Records incorrect validators or an incorrect sitemap date of the host. */
  async note({ head }: HistoryEntry, { facts }: PageReading, { status, noise }: PageChange): Promise<void> {
    const { key, host } = this.of;
    const isChanged = status === 'changed' || noise === true;
    if (this.isDated && !isChanged) await this.tools.hosts.noteWrongDate(key, host);
    const { validators } = head;
    const sameOnes = validators && readValidators(facts?.headers ?? {});
    const isSame = sameOnes?.etag === validators?.etag && sameOnes?.lastModified === validators?.lastModified;
    const isLying = isChanged && (this.isDoubted || (this.isVerified && validators !== null && isSame));
    if (isLying) await this.tools.hosts.noteWrongValidators(key, host);
  }
}
