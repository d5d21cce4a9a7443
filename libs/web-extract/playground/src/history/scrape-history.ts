import type { PageAnswer } from '../api/answers.js';
import { keep, readKept } from '../state/kept.js';
import type { Values } from '../ui/fields.js';

/** Finished scrape of this tab. */
export interface HistoryEntry {
  readonly id: string;
  /** URL or file name. */
  readonly target: string;
  readonly title: string;
  readonly status: number | null;
  /** Time of the result in milliseconds since 1970. */
  readonly at: number;
  readonly values: Values;
  /** True if the result is stored; larger results are requested again. */
  readonly hasPages: boolean;
}

const MAX_ENTRIES = 20;
/** Characters of JSON per stored result: session storage has about 5 million per origin. */
const MAX_RESULT_CHARS = 150_000;
const LIST = 'history';

/** @returns entries, latest first */
export const readHistory = (): readonly HistoryEntry[] => readKept<readonly HistoryEntry[]>(LIST, []);

/** Pages of an entry; null if they are not stored. */
export const readPages = (id: string): readonly PageAnswer[] | null =>
  readKept<readonly PageAnswer[] | null>(`${LIST}:${id}`, null);

/** Stores a result as the latest entry and removes the oldest ones. */
export function addToHistory(target: string, values: Values, pages: readonly PageAnswer[]): void {
  const [page] = pages;
  const id = crypto.randomUUID?.() ?? String(performance.now());
  const stored = pages.map(withoutScreenshot);
  const hasPages = JSON.stringify(stored).length <= MAX_RESULT_CHARS && keep(`${LIST}:${id}`, stored);
  const { title, statusCode } = page?.metadata ?? {};
  const entry = {
    id,
    target,
    title: title ?? '',
    status: statusCode ?? null,
    at: Date.now(),
    values,
    hasPages,
  };
  const all = [entry, ...readHistory()];
  for (const { id: old } of all.slice(MAX_ENTRIES)) keep(`${LIST}:${old}`, null);
  keep(LIST, all.slice(0, MAX_ENTRIES));
}

/** Removes all entries. */
export function clearHistory(): void {
  for (const { id } of readHistory()) keep(`${LIST}:${id}`, null);
  keep(LIST, null);
}

function withoutScreenshot({ screenshot: _, ...page }: PageAnswer): PageAnswer {
  return page;
}
