import type { MonitorCheck } from '../../../model/monitor/check.js';
import type { Monitor, MonitorHead } from '../../../model/monitor/monitor.js';
import type { MonitorRefusal, MonitorStored, Outgoing } from '../../../ports/stores/monitor-store.port.js';

/** A check as the scripts take it: id, number, 1 when open, JSON. */
export function checkRow(check: MonitorCheck): readonly (string | number)[] {
  const isOpen = check.status === 'queued' || check.status === 'running';
  return [check.id, check.number, isOpen ? 1 : 0, JSON.stringify(check)];
}

export const readCheck = (row: string): MonitorCheck => JSON.parse(row) as MonitorCheck;

export function withoutTargets({
  targets: _,
  ...head
}: MonitorHead & Partial<Pick<Monitor, 'targets'>>): MonitorHead {
  // prettier-ignore
  return head;
}

const REFUSALS: readonly MonitorRefusal[] = ['maxPerOwner', 'maxBytesPerOwner', 'maxBytes'];

/** Reads the answer of a script that may refuse a monitor. */
export const refusalOf = (answer: unknown): MonitorRefusal | null =>
  REFUSALS.find((one) => one === answer) ?? null;

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
