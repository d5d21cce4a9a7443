import type { Monitor, MonitorFormat, MonitorTarget } from '../api/monitor-answers.js';
import type { Values } from '../ui/fields.js';
import { monitorCall } from './monitor-fields.js';

/** Values of the form for a monitor. The targets of a monitor with several ones have no fields. */
export function formOf(monitor: Monitor): Values {
  const { name, schedule, goal, webhook, notification, targets } = monitor;
  const [target] = targets;
  const { recipients = [], includeDiffs = false } = notification?.email ?? {};
  return {
    name,
    ...(targets.length === 1 && target ? subjectOf(target) : { subjects: 'several' }),
    ...scheduleOf(schedule),
    goal: goal ?? '',
    webhook: webhook?.url ?? '',
    recipients: recipients.join('\n'),
    ...(includeDiffs ? { includeDiffs } : {}),
  };
}

function scheduleOf({ cron, adaptive, timezone }: Monitor['schedule']): Values {
  if (!adaptive) return { scheduleKind: 'cron', cron: cron ?? '', timezone };
  const bounds = Object.entries(adaptive).map(([name, value]) => [name, String(value)] as const);
  return { scheduleKind: 'adaptive', ...Object.fromEntries(bounds), timezone };
}

function subjectOf(target: MonitorTarget): Values {
  const { type, urls = [], url = '', queries = [], crawlOptions } = target;
  if (type === 'search') return { kind: 'search', queries: queries.join('\n') };
  if (type === 'crawl') return { kind: 'crawl', site: url, limit: String(crawlOptions?.limit ?? '') };
  const fields = watchedFieldsOf(target);
  return { kind: fields === '' ? 'scrape' : 'fields', fields, urls: urls.join('\n') };
}

/** Lines such as `price: number`; empty if the whole page is compared. */
function watchedFieldsOf({ scrapeOptions }: MonitorTarget): string {
  const tracking = scrapeOptions?.formats?.find(
    (format): format is MonitorFormat => typeof format !== 'string' && format.type === 'changeTracking',
  );
  const properties = Object.entries(tracking?.schema?.properties ?? {});
  return properties.map(([name, { type }]) => `${name}: ${String(type)}`).join('\n');
}

type Body = Readonly<Record<string, unknown>>;

/** Body of `PATCH /v2/monitor/{id}`: the fields whose values were changed. Options without a field of the form are kept. */
export function changesOf(monitor: Monitor, values: Values): Body {
  const before: Body = monitorCall(formOf(monitor)).body;
  const after: Body = monitorCall(values).body;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(
    changed.map((name) => {
      if (name === 'targets') return [name, targetsOf(monitor, before[name], after[name])];
      if (name === 'webhook' && after[name]) return [name, { ...monitor.webhook, ...after[name] }];
      return [name, after[name] ?? null];
    }),
  );
}

/** The edited target, with the id and the options of the stored one. */
function targetsOf(monitor: Monitor, before: unknown, after: unknown): unknown {
  const [stored] = monitor.targets;
  const [[shown], [edited]] = [before, after] as [readonly MonitorTarget[], readonly MonitorTarget[]];
  if (!stored || !shown || !edited || stored.type !== edited.type) return after;
  const { crawlOptions: _crawl, scrapeOptions: _page, ...target } = { ...stored, ...edited };
  if (edited.type === 'crawl') {
    const { limit: _, ...options } = stored.crawlOptions ?? {};
    const crawl = { ...options, ...edited.crawlOptions };
    return [{ ...target, crawlOptions: crawl, ...presentOptions(stored.scrapeOptions) }];
  }
  if (JSON.stringify(shown.scrapeOptions) === JSON.stringify(edited.scrapeOptions))
    return [{ ...target, ...presentOptions(stored.scrapeOptions) }];
  const { formats: _, ...options } = stored.scrapeOptions ?? {};
  return [{ ...target, scrapeOptions: { ...options, ...edited.scrapeOptions } }];
}

const presentOptions = (scrapeOptions: MonitorTarget['scrapeOptions']) =>
  scrapeOptions === undefined ? {} : { scrapeOptions };
