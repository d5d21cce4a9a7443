import { parseUrl } from '../../../web/url/parse-url.js';
import type { MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import type { MonitorEvent, MonitorHead, MonitorWebhook } from '../../../model/monitor/monitor.js';
import type { Outgoing, OutboxLimits } from '../../../ports/stores/monitor-store.port.js';

const MIB = 1024 * 1024;
/** Limits of waiting messages: a receiver that is away for longer misses the oldest ones. */
export const OUTBOX_LIMITS: OutboxLimits = {
  maxMessagesPerOwner: 1_000,
  maxBytesPerOwner: 8 * MIB,
  maxBytes: 128 * MIB,
};

/** Writes the webhook messages of monitors. Provided by the layers above, which know their format. */
export abstract class MonitorMessagePresenter {
  /** @param isBaseline true if no check has read a page before: all pages of this one are new */
  abstract page(
    webhook: MonitorWebhook,
    check: MonitorCheck,
    page: MonitorCheckPage,
    isBaseline: boolean,
  ): object;
  /** @param isBaseline as in {@link page} */
  abstract completed(webhook: MonitorWebhook, check: MonitorCheck, isBaseline: boolean): object;
}

/** Messages about the pages of a check: pages with changes that matter. */
export function pageMessages(
  { webhook, lastCheckSummary }: MonitorHead,
  check: MonitorCheck,
  pages: readonly MonitorCheckPage[],
  presenter: MonitorMessagePresenter,
): Outgoing | null {
  if (!webhook || !webhook.events.includes('monitor.page')) return null;
  const told = pages.filter(({ status, judgment }) => status !== 'same' && judgment?.meaningful !== false);
  return outgoing(
    webhook,
    'monitor.page',
    told.map((page) => presenter.page(webhook, check, page, isBaseline(lastCheckSummary))),
  );
}

/** The message about the end of a check. */
export function endMessage(
  { webhook, lastCheckSummary }: MonitorHead,
  check: MonitorCheck,
  presenter: MonitorMessagePresenter,
): Outgoing | null {
  if (!webhook || !webhook.events.includes('monitor.check.completed')) return null;
  return outgoing(webhook, 'monitor.check.completed', [
    presenter.completed(webhook, check, isBaseline(lastCheckSummary)),
  ]);
}

/** @param last summary of the check before */
const isBaseline = (last: MonitorHead['lastCheckSummary']): boolean =>
  last === null || last.totalPages === last.error;

function outgoing({ url }: MonitorWebhook, event: MonitorEvent, bodies: readonly object[]): Outgoing | null {
  if (bodies.length === 0) return null;
  return {
    receiver: parseUrl(url)?.host || url,
    messages: bodies.map((body) => ({ event, body })),
    limits: OUTBOX_LIMITS,
  };
}
