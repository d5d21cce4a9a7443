import type { MonitorCheck } from '../../../model/monitor/check.js';
import type { MonitorStored, Outgoing } from '../../../ports/stores/monitor-store.port.js';

/** A check as the scripts take it: id, number, 1 when open, JSON without targets, JSON of the targets. */
export function checkRow(check: MonitorCheck, keepsTargets = false): readonly (string | number)[] {
  const isOpen = check.status === 'queued' || check.status === 'running';
  const targets = keepsTargets ? '' : JSON.stringify(check.targets);
  return [check.id, check.number, isOpen ? 1 : 0, JSON.stringify({ ...check, targets: [] }), targets];
}

export function readCheck(row: string, targets: string | null): MonitorCheck {
  const check = JSON.parse(row) as MonitorCheck;
  return targets === null ? check : { ...check, targets: JSON.parse(targets) as MonitorCheck['targets'] };
}

/** Messages as the scripts take them; empty for none. */
export function textOf(outgoing: Outgoing | null | undefined): string {
  if (!outgoing) return '';
  return JSON.stringify({
    ...outgoing,
    messages: outgoing.messages.map((message) => JSON.stringify(message)),
  });
}

/** Reads the answer of a script that stores a change. */
export function storedOf(answer: unknown): MonitorStored | null {
  if (answer === null) return null;
  const dropped = answer as readonly (readonly [monitorId: string, owner: string, messages: number])[];
  return { dropped: dropped.map(([monitorId, owner, messages]) => ({ monitorId, owner, messages })) };
}
