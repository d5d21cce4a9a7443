import type { Activity, ActivityPart, ActivityRange } from '../../ports/stores/activity-log.port.js';

/** The part of a list that a range means. @param newestFirst all requests of an owner */
export function partOf(
  newestFirst: readonly Activity[],
  { sinceMs, after, count, endpoint }: ActivityRange,
): ActivityPart {
  const place = after === null ? -1 : newestFirst.findIndex(({ key }) => key === after);
  if (after !== null && place === -1) return { activities: [], hasMore: false };
  const fitting = newestFirst
    .slice(place + 1)
    .filter((one) => one.createdAt > sinceMs && (endpoint === undefined || one.endpoint === endpoint));
  return { activities: fitting.slice(0, count), hasMore: fitting.length > count };
}
