/** A running or waiting task with its owner. */
interface OwnedEntry {
  readonly owner: string;
}

/**
 * Selects the running tasks to preempt, at most one for each waiting task. A running task is preempted for a waiting
 * task of the same owner, or of an owner with fewer running tasks.
 *
 * @param atWork running tasks, longest running first
 */
export function entriesToPreempt<Entry extends OwnedEntry>(
  atWork: readonly Entry[],
  waiting: Iterable<OwnedEntry>,
): Entry[] {
  const working = countByOwner(atWork);
  const left = countByOwner(waiting);
  const count = (owner: string) => working.get(owner) ?? 0;
  return atWork.filter(({ owner }) => {
    for (const [other, toCome] of left) {
      if (toCome === 0 || (other !== owner && count(other) >= count(owner))) continue;
      left.set(other, toCome - 1);
      return true;
    }
    return false;
  });
}

/** Minimum number of tasks that may be preempted at once. */
const FEW_TURNS = 8;
const SHARE_OF_TURNS = 1 / 16;

/**
 * Maximum number of tasks preempted within the minimum run time of a task. Restarting a task costs as much as several
 * pages, so with hundreds of running and waiting tasks preemption would take most of the time.
 */
export const maxEntriesToPreempt = (places: number): number =>
  Math.max(FEW_TURNS, Math.ceil(SHARE_OF_TURNS * places));

function countByOwner(those: Iterable<OwnedEntry>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { owner } of those) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}
