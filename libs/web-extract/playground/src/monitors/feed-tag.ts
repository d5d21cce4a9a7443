import type { Monitor, MonitorTarget } from '../api/monitor-answers.js';

/** Tag of the change feed of a monitor: the first one that a target names; null if all targets are searches. */
export function feedTagOf({ id, targets }: Pick<Monitor, 'id' | 'targets'>): string | null {
  const ofPages = targets.filter(({ type }) => type !== 'search');
  if (ofPages.length === 0) return null;
  return ofPages.map(tagOf).find((tag) => tag !== undefined) ?? `monitor:${id}`;
}

function tagOf({ scrapeOptions }: MonitorTarget): string | undefined {
  for (const format of scrapeOptions?.formats ?? [])
    if (typeof format !== 'string' && format.type === 'changeTracking') return format.tag;
  return undefined;
}
