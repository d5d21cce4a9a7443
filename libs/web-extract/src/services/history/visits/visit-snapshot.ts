import { nameOf } from '../../../convert/changes/fingerprint.js';
import { pageShape } from '../../../pipeline/freshness/history-options.js';
import { readValidators } from '../../../pipeline/freshness/validators.js';
import type { PageReading, ReadingFacts } from '../../../pipeline/page-reading.js';
import type { Page } from '../../../model/page/page.js';
import type { SnapshotHead, SnapshotText } from '../../../model/snapshot.js';
import type { HistoryEntry } from '../../../ports/stores/page-history.port.js';
import { ALL_FIELDS } from '../tracked-fields.js';
import type { FinishedReading, TrackerTools, VisitSubject } from './visit-plan.js';

/** Creates the snapshot of a page that a visit has read. */
export class VisitSnapshot {
  private readonly shape: string;
  private readonly fieldsName: string | null;

  /** @param startedAt time before the request */
  constructor(
    private readonly of: VisitSubject,
    private readonly converter: TrackerTools['converter'],
    private readonly startedAt: number,
  ) {
    const { request, plan } = of;
    const { fields } = request.track ?? {};
    this.shape = pageShape(request, plan.followsDocumentLinks);
    this.fieldsName = fields
      ? nameOf([
          fields.schema ?? null,
          fields.prompt ?? null,
          ...(fields.extractor === undefined ? [] : [fields.extractor]),
        ])
      : null;
  }

  /** True if the stored page can answer this request. */
  isReusable({ head, text }: HistoryEntry): boolean {
    const isThere = head.goneVisits === null && text !== null && !head.isRendered;
    const hasFields = this.fieldsName === null || text?.fields?.of === this.fieldsName;
    return isThere && head.shape === this.shape && hasFields;
  }

  /** @param last the last visit, whose values stand for fields that could not be read now */
  textOf(
    reading: PageReading,
    { page, decision, fields, unread }: FinishedReading,
    last: HistoryEntry | null,
  ): SnapshotText {
    const before = last?.text?.fields;
    const values = before?.of === this.fieldsName ? withLast(fields, before.values, unread) : fields;
    return {
      page: withoutVisit(page),
      anchors: reading.anchors ?? [],
      decision,
      fields: this.fieldsName === null ? null : { of: this.fieldsName, values: values ?? null },
    };
  }

  /** @param entry the last visit; null for a page that is new or was removed */
  headOf(
    reading: PageReading,
    page: Page,
    { fingerprint, entry }: { readonly fingerprint: string; readonly entry: HistoryEntry | null },
  ): SnapshotHead {
    const facts = factsOf(reading);
    const isRendered = facts.rendering === 'done' || facts.rendering === 'worse';
    const isChanged = entry?.head.fingerprint !== fingerprint;
    const usesBody = !isRendered && facts.rendering !== 'missing';
    return {
      url: this.of.key.url,
      firstAt: entry?.head.firstAt ?? this.startedAt,
      visitedAt: this.startedAt,
      changedAt: isChanged ? this.startedAt : entry.head.changedAt,
      fingerprint,
      goneVisits: null,
      validators: usesBody && !facts.isRedirected ? readValidators(facts.headers) : null,
      bodyHash: usesBody ? facts.bodyHash : null,
      wireBytes: facts.wireBytes,
      isRendered,
      converter: this.converter,
      shape: this.isComplete(page) ? this.shape : '',
      hops: this.hopsOf(entry),
    };
  }

  hopsOf(entry: HistoryEntry | null): number | null {
    const { hops, isHidden } = this.of.plan;
    return hops === null || isHidden ? (entry?.head.hops ?? null) : hops;
  }

  /** True if all requested parts are present. Other pages may not be reused by the next visit. */
  private isComplete({ extraction, summary, answer }: Page): boolean {
    const { request } = this.of;
    const lacks = (format: 'summary' | 'answer', value: unknown) =>
      request.formats?.includes(format) === true && value === undefined;
    const hasData = request.extraction === undefined || extraction !== null;
    return hasData && !lacks('summary', summary) && !lacks('answer', answer);
  }
}

/** The values of a page, and the last values of fields that could not be read. */
function withLast(fields: unknown, last: unknown, unread: readonly string[] = []): unknown {
  if (unread.length === 0 || !isObject(last)) return fields;
  const names = unread === ALL_FIELDS ? Object.keys(last) : unread;
  const known = names.filter((name) => Object.hasOwn(last, name)).map((name) => [name, last[name]] as const);
  return { ...(isObject(fields) ? fields : {}), ...Object.fromEntries(known) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Facts of a reading; a tracked page is revisited, which states them. */
export const factsOf = ({ facts }: PageReading): ReadingFacts => facts!;

/** Removes the fields that apply to a single visit only. */
function withoutVisit({ timings: _, renderTimings: __, change: ___, cache: ____, ...page }: Page): Page {
  return { ...page, screenshot: null, actions: null };
}
