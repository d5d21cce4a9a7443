import type { PageReading, UnchangedPage } from '../../../pipeline/page-reading.js';
import type { Page, PageLink } from '../../../model/page/page.js';
import { NO_CHANGES, type ChangeCounts, type PageChange } from '../../../model/page/page-change.js';
import type { SnapshotText, VisitVerdict } from '../../../model/snapshot.js';
import { withoutCredentials } from '../../../web/url/without-credentials.js';
import { recordedPage } from '../recorded-page.js';
import type { TrackedPage, TrackerTools, VisitSubject } from './visit-plan.js';

/** Creates the result of a visit and counts its requests and bytes. */
export class VisitAnswer {
  private wireBytes = 0;
  private requests = 0;
  private bytesSaved = 0;
  /** Values of the fields that are compared, of the page as it was read now. */
  private values: unknown = null;

  constructor(
    private readonly of: VisitSubject,
    private readonly report: TrackerTools['report'],
    /** Warnings of all results. */
    private readonly warnings: readonly string[] = [],
  ) {}

  /** Counts wire bytes of a stored body that was not sent again. */
  save(wireBytes: number): void {
    this.bytesSaved += wireBytes;
  }

  /** Remembers the values of the fields of the page that was read. */
  noteValues(values: unknown): void {
    this.values = values;
  }

  stored({ page, anchors, fields }: SnapshotText, change: PageChange): TrackedPage {
    const requestedUrl = withoutCredentials(this.of.request.url);
    return this.answered({ ...page, requestedUrl }, anchors, change, fields?.values);
  }

  /** A page that was recorded and cannot be read again. @param stored its text; null if it is not stored */
  recorded(verdict: VisitVerdict, stored: SnapshotText | null): TrackedPage {
    const url = withoutCredentials(this.of.request.url);
    const page = recordedPage(verdict, stored, { requestedUrl: url, url });
    return this.answered(page, stored?.anchors ?? [], verdict.change, stored?.fields?.values);
  }

  fresh(page: Page, { anchors }: PageReading, change: PageChange): TrackedPage {
    return this.answered(page, anchors ?? [], change);
  }

  private answered(
    page: Page,
    anchors: readonly PageLink[],
    verdict: PageChange,
    values: unknown = this.values,
  ): TrackedPage {
    const { track = {} } = this.of.request;
    const hasValues = track.modes?.includes('json') === true && values != null;
    const change = hasValues ? { ...verdict, values } : verdict;
    const isLeftOut = track.onlyChanged === true && change.status === 'same';
    const shown = { ...warned(isLeftOut ? withoutText(page) : page, this.warnings), change };
    const { status, visibility } = change;
    const { owner, url } = this.of.key;
    const { bytesSaved, wireBytes } = this;
    this.report({ type: 'page-tracked', kind: this.of.plan.kind, crawlId: this.of.plan.crawlId, owner, url, status, visibility, bytesSaved, bytes: wireBytes, at: Date.now() }); // prettier-ignore
    return { page: shown, anchors, counts: this.countsOf(change) };
  }

  untracked(page: Page, { anchors }: PageReading, reason: string): TrackedPage {
    const told = warned(page, [`Changes were not tracked: ${reason}`]);
    return { page: told, anchors: anchors ?? [], counts: this.countsOf(null) };
  }

  private countsOf(change: PageChange | null): ChangeCounts {
    return {
      ...NO_CHANGES,
      ...(change ? { [change.status]: 1 } : {}),
      hidden: change?.visibility === 'hidden' ? 1 : 0,
      bytes: this.wireBytes,
      bytesSaved: this.bytesSaved,
      requests: this.requests,
    };
  }

  count({ wireBytes, requests }: Pick<UnchangedPage, 'wireBytes' | 'requests'>): void {
    this.wireBytes += wireBytes;
    this.requests += requests;
  }
}

/** Adds warnings to a page. */
export function warned(page: Page, warnings: readonly string[]): Page {
  return warnings.length === 0 ? page : { ...page, warnings: [...page.warnings, ...warnings] };
}

/** Only what describes the page. */
function withoutText(page: Page): Page {
  const { images: _, attributes: __, chunks: ___, highlights: ____, ...rest } = page;
  return { ...rest, markdown: null, html: null, rawHtml: null, links: null };
}
