import type { MonitorCheck } from '../../../model/monitor/check.js';

const DAY_MS = 86_400_000;
/** Unused visits that remain for later checks, as a share of the budget of a day. Found by bench/freshness.mjs: more has no effect. */
const SAVED = 0.25;

/** Visits that a monitor may make. */
export interface VisitAllowance {
  readonly pages: number;
  /** Time when at least one visit is allowed. */
  readonly nextAt: number;
}

/** A finished check, or one in progress. */
export type PastCheck = Pick<MonitorCheck, 'createdAt' | 'startedAt' | 'summary'>;

/** Time at which the visits of a check count. */
export const visitedAt = ({ startedAt, createdAt }: PastCheck): number => startedAt ?? createdAt;

/**
 * Visits that a budget of 24 hours allows now. A token bucket distributes them over the day and saves a part of the unused ones: with one share
 * for each check, what a check with few due pages leaves would be lost, and pages that are due later would have to wait.
 * @param checks the checks of the last 24 hours, in any order
 * @param budget visits in 24 hours; `Infinity` without a limit
 */
export function visitAllowance(checks: readonly PastCheck[], budget: number, nowMs: number): VisitAllowance {
  if (budget === Infinity) return { pages: Infinity, nextAt: nowMs };
  const recent = checks
    .map((check) => ({ at: visitedAt(check), pages: check.summary.totalPages }))
    .filter(({ at, pages }) => at > nowMs - DAY_MS && at <= nowMs && pages > 0)
    .sort((a, b) => a.at - b.at);
  const tokens = tokensAfter(recent, budget, nowMs);
  const used = recent.reduce((sum, { pages }) => sum + pages, 0);
  const pages = Math.max(0, Math.floor(Math.min(tokens, budget - used)));
  if (pages >= 1) return { pages, nextAt: nowMs };
  const filledAt = nowMs + ((1 - tokens) / budget) * DAY_MS;
  return { pages, nextAt: Math.ceil(Math.max(filledAt, freeAt(recent, budget, used))) };
}

type Visits = readonly { readonly at: number; readonly pages: number }[];

/** The content of the bucket; full after a day without visits. */
function tokensAfter(recent: Visits, budget: number, nowMs: number): number {
  let tokens = budget;
  let filledAt = nowMs - DAY_MS;
  const fillUntil = (at: number) => {
    const added = (budget * (at - filledAt)) / DAY_MS;
    tokens = Math.min(tokens + added, Math.max(1, SAVED * budget, added));
    filledAt = at;
  };
  for (const { at, pages } of recent) {
    fillUntil(at);
    tokens -= pages;
  }
  fillUntil(nowMs);
  return tokens;
}

/** Time when the visits of 24 hours are fewer than the budget. */
function freeAt(recent: Visits, budget: number, used: number): number {
  let left = used;
  for (const { at, pages } of recent) {
    if (left < budget) break;
    left -= pages;
    if (left < budget) return at + DAY_MS;
  }
  return 0;
}
