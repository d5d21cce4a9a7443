import { WebExtractError } from '../../../model/errors.js';
import type { PageChange } from '../../../model/page/page-change.js';
import type { SnapshotHead, SnapshotText } from '../../../model/snapshot.js';
import type { TextComparison } from '../../../model/text-comparison.js';
import type { HistoryEntry, SnapshotUpdate } from '../../../ports/stores/page-history.port.js';
import type { TrackerTools, VisitPlan, VisitSubject } from './visit-plan.js';

/** The result of a comparison with the last visit. */
export interface ComparedPage {
  readonly change: PageChange;
  readonly version: SnapshotUpdate['version'] | null;
  readonly warnings: readonly string[];
}

const CONVERTER_CHANGED = 'The converter changed since the last visit: the text may differ for that reason';

/** Compares the page of a visit with the stored one. */
export class VisitComparison {
  constructor(
    private readonly tools: Pick<TrackerTools, 'compute' | 'maxVersions'>,
    private readonly of: VisitSubject,
  ) {}

  /** Compares the text, and the fields, with those of the last visit. */
  async compare(entry: HistoryEntry, text: SnapshotText, head: SnapshotHead): Promise<ComparedPage> {
    const { track = {} } = this.of.request;
    const modes = track.modes ?? [];
    const isSameText = entry.head.fingerprint === head.fingerprint;
    const before = entry.text;
    const fields =
      text.fields && before?.fields && before.fields.of === text.fields.of
        ? { previous: before.fields.values, current: text.fields.values }
        : null;
    if (isSameText && !fields)
      return { change: changeSince(this.of.plan, 'same', entry), version: null, warnings: [] };
    const compared = before && (await this.compareInThread(before, text, { isSameText, fields, wantsDiff: modes.includes('git-diff') })); // prettier-ignore
    const warnings = [
      ...(before || isSameText ? [] : ['The previous text is not stored any more: there is no diff']),
      ...(before && !compared ? ['The texts could not be compared: there is no diff'] : []),
      ...(entry.head.converter === head.converter || isSameText ? [] : [CONVERTER_CHANGED]),
    ];
    const hasFields = fields !== null && compared?.fields != null;
    const isByFields = hasFields && modes.length === 1 && modes[0] === 'json';
    const hasChangedFields = hasFields && Object.keys(compared.fields!).length > 0;
    const differs = isByFields ? hasChangedFields : !isSameText && compared?.isNoise !== true;
    const version = !isSameText && compared?.patch ? { at: entry.head.changedAt, fingerprint: entry.head.fingerprint, patch: compared.patch } : null; // prettier-ignore
    if (!differs) {
      const noise = !isSameText && compared?.isNoise === true ? { noise: true as const } : {};
      return { change: { ...changeSince(this.of.plan, 'same', entry), ...noise }, version, warnings };
    }
    const change: PageChange = {
      ...changeSince(this.of.plan, 'changed', entry),
      ...(compared?.diff && modes.includes('git-diff') ? { diff: compared.diff } : {}),
      ...(hasChangedFields && modes.includes('json') ? { fields: compared.fields! } : {}),
    };
    return { change, version, warnings };
  }

  private async compareInThread(
    before: SnapshotText,
    text: SnapshotText,
    { isSameText, fields, wantsDiff }: { isSameText: boolean; fields: { previous: unknown; current: unknown } | null; wantsDiff: boolean }, // prettier-ignore
  ): Promise<TextComparison | null> {
    const { request, plan } = this.of;
    const [previous, current] = [before.page.markdown ?? '', text.page.markdown ?? ''];
    const wants = {
      noise: request.track?.ignoreNoise === true,
      diff: wantsDiff && !isSameText,
      patch: this.tools.maxVersions > 0 && !isSameText,
    };
    try {
      return await this.tools.compute.compare(
        { previous, current, wants, ...(fields ? { fields } : {}) },
        {
          signal: plan.signal,
          owner: this.of.key.owner,
          priority: plan.kind === 'scrape' ? 'scrape' : 'crawl',
        },
      );
    } catch (error) {
      if (plan.signal.aborted || !(error instanceof WebExtractError)) throw error;
      return null;
    }
  }
}

/** A change without its details. */
export function changeSince(
  { isHidden }: Pick<VisitPlan, 'isHidden'>,
  status: PageChange['status'],
  entry: HistoryEntry | null,
): PageChange {
  const previousAt = entry ? new Date(entry.head.visitedAt).toISOString() : null;
  return { previousAt, status, visibility: isHidden ? 'hidden' : 'visible' };
}
