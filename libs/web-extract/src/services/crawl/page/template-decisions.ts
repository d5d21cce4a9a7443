import type { PageTask } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { TrackedVisit } from '../../history/visits/tracked-visit.js';
import type { PageTemplates } from '../templates/page-templates.js';
import type { TemplateBuffer } from '../templates/template-buffer.js';

/** Page templates shared by the visits of one crawl. */
export interface KindLesson {
  readonly kinds: PageTemplates;
  readonly hold: TemplateBuffer;
}

/** Template decisions for a page: those of its last visit if it is known, else those of this crawl. */
export function decisionsFor(
  lesson: KindLesson | null,
  { host }: PageTask,
  visit: TrackedVisit | null,
): readonly KindDecision[] | null {
  if (visit && !visit.isNew) return visit.decisions;
  if (lesson === null) return null;
  const learnt = lesson.kinds.decisionsOn(host);
  const stored = visit?.decisions.filter(({ kind }) => !learnt.some((decision) => decision.kind === kind));
  return stored?.length ? [...learnt, ...stored] : learnt;
}

/** Template decision that applied to a new page. */
export function decisionBehind(
  lesson: KindLesson | null,
  { host }: PageTask,
  { facts, vote }: PageReading,
  page: Page,
  visit: TrackedVisit,
): KindDecision | null {
  if (page.quality.candidate !== 'settled') return null;
  const kind = facts?.settledBy ?? vote?.kind;
  const learnt = lesson?.kinds.decisionsOn(host) ?? [];
  return [...learnt, ...visit.decisions].find((decision) => decision.kind === kind) ?? null;
}
