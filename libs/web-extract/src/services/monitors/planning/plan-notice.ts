import { randomUUID } from 'node:crypto';
import { parseUrl } from '../../../web/url/parse-url.js';
import type { AllowList } from '../../../web/url/allow-list.js';
import { InvalidRequestError } from '../../../model/errors.js';
import type { MonitorEvent, MonitorNotification, MonitorWebhook } from '../../../model/monitor/monitor.js';
import { runChecks, WEBHOOK_CHECKS } from '../../crawl/planning/crawl-checks.js';
import { checkStoredOptions } from '../../crawl/planning/stored-options.js';
import type { MonitorWebhookRequest } from './monitor-request.js';

export const MONITOR_EVENTS: readonly MonitorEvent[] = ['monitor.page', 'monitor.check.completed'];
/** Value of a webhook header in responses. Sent back in a change, it keeps the stored value. */
export const MASKED = '********';

const MAX_RECIPIENTS = 20;
const MAX_ADDRESS_CHARS = 254;
/** One address: no characters that separate, group or comment addresses in a header. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

/**
 * @param known the stored webhook, for masked header values
 * @throws InvalidRequestError naming the field, BlockedAddressError
 */
export function planWebhook(
  webhook: MonitorWebhookRequest,
  known: MonitorWebhook | null,
  allowed: AllowList,
): MonitorWebhook {
  const { url, metadata = {}, events = MONITOR_EVENTS } = webhook;
  const headers = unmasked(webhook.headers ?? {}, url, known);
  if (!Array.isArray(events) || !events.every((event) => MONITOR_EVENTS.includes(event)))
    throw problem(['webhook', 'events'], `must be a list of ${MONITOR_EVENTS.join(' and ')}`);
  runChecks(WEBHOOK_CHECKS, { webhook: { url, headers } }, allowed);
  checkStoredOptions({ url: '', webhook: { url, headers, metadata } });
  const unique = MONITOR_EVENTS.filter((event) => events.includes(event));
  return {
    id: known?.id ?? randomUUID(),
    url,
    headers,
    metadata,
    events: unique.length > 0 ? unique : MONITOR_EVENTS,
  };
}

function unmasked(
  headers: Readonly<Record<string, string>>,
  url: string,
  known: MonitorWebhook | null,
): Readonly<Record<string, string>> {
  const isKept = (name: string, value: string) =>
    value === MASKED && known !== null && Object.hasOwn(known.headers, name);
  const valueOf = (name: string, value: string) => {
    if (!isKept(name, value)) return value;
    if (parseUrl(url)?.origin === parseUrl(known!.url)?.origin) return known!.headers[name]!;
    // whoever may change a monitor could read it at another address
    throw problem(
      ['webhook', 'headers', name],
      'must be given again for another host: it was stored for the former one',
    );
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, valueOf(name, value)]));
}

/** @throws InvalidRequestError naming the field */
export function planNotification({ email }: MonitorNotification): MonitorNotification {
  if (email === undefined) return {};
  const { recipients } = email;
  if (!Array.isArray(recipients) || recipients.length > MAX_RECIPIENTS)
    throw problem(
      ['notification', 'email', 'recipients'],
      `must be a list of at most ${MAX_RECIPIENTS} addresses`,
    );
  for (const [at, address] of recipients.entries())
    if (typeof address !== 'string' || address.length > MAX_ADDRESS_CHARS || !ADDRESS.test(address))
      throw problem(['notification', 'email', 'recipients', at], 'must be an e-mail address');
  return { email };
}

const problem = (path: readonly (string | number)[], reason: string): InvalidRequestError =>
  InvalidRequestError.at(path, { code: 'contradiction', reason });
