import type { VisitVerdict } from '../../../model/snapshot.js';

/** A verdict without the diff and the fields, stored if there is no room for them. */
export function withoutDetails({ change, ...verdict }: VisitVerdict): VisitVerdict {
  const { diff: _, fields: __, ...status } = change;
  return { ...verdict, change: status };
}
