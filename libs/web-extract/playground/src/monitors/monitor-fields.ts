import type { ShownCall } from '../code/call-code.js';
import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { linesOf, readFields } from '../ui/read-fields.js';

const MAX_NAME_CHARS = 200;
const DEFAULT_CRON = '0 9 * * *';
const DEFAULT_INTERVALS = { minMinutes: 60, maxMinutes: 1_440 };

const SUBJECT_FIELDS: readonly FieldSpec[] = [
  {
    name: 'kind',
    label: 'Check',
    kind: 'choice',
    words: [
      ['scrape', 'Pages'],
      ['fields', 'Only these fields of pages'],
      ['crawl', 'All pages of a site'],
      ['search', 'Search results'],
    ],
  },
];

/** Field of the subjects, by the kind of the target. */
const SUBJECTS: Readonly<Record<string, FieldSpec>> = {
  scrape: {
    name: 'urls',
    label: 'URLs, one a line',
    kind: 'lines',
    placeholder: 'https://example.com/prices',
  },
  fields: {
    name: 'urls',
    label: 'URLs, one a line',
    kind: 'lines',
    placeholder: 'https://example.com/lamp',
  },
  crawl: { name: 'site', label: 'Start page', kind: 'text', placeholder: 'https://example.com' },
  search: {
    name: 'queries',
    label: 'Queries, one a line',
    kind: 'lines',
    placeholder: 'harbour bridge toll',
  },
};

/** Watched fields of pages. */
const WATCHED_FIELDS: FieldSpec = {
  name: 'fields',
  label: 'Fields, one a line',
  kind: 'lines',
  placeholder: 'price: number',
  hint: 'With the type string, number or boolean. Only their changes are reported; no model is needed where the page states them.',
};

/** Kind of the schedule. */
const SCHEDULE_KIND: FieldSpec = {
  name: 'scheduleKind',
  label: 'Schedule',
  kind: 'choice',
  words: [
    ['text', 'In words'],
    ['cron', 'Cron expression'],
    ['adaptive', 'As often as pages change'],
  ],
};

/** Fields of the schedules by their kind. */
const SCHEDULES: Readonly<Record<string, readonly FieldSpec[]>> = {
  text: [
    {
      name: 'schedule',
      label: 'Time',
      kind: 'text',
      placeholder: 'daily at 9:00',
      hint: 'For example “every 30 minutes” or “weekdays at 8:30”.',
    },
  ],
  cron: [
    {
      name: 'cron',
      label: 'Cron expression',
      kind: 'text',
      placeholder: DEFAULT_CRON,
      hint: 'Minute, hour, day of the month, month and weekday.',
    },
  ],
  adaptive: [
    {
      name: 'minMinutes',
      label: 'Shortest interval',
      kind: 'number',
      unit: 'minutes',
      min: 1,
      placeholder: String(DEFAULT_INTERVALS.minMinutes),
      hint: 'Each page has an interval of its own, which follows its changes.',
    },
    {
      name: 'maxMinutes',
      label: 'Longest interval',
      kind: 'number',
      unit: 'minutes',
      min: 1,
      placeholder: String(DEFAULT_INTERVALS.maxMinutes),
    },
    {
      name: 'maxPagesPerDay',
      label: 'Maximum pages in 24 hours',
      kind: 'number',
      min: 1,
      placeholder: 'unlimited',
    },
  ],
};

export const MONITOR_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Options',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', placeholder: 'the first URL' },
      { name: 'timezone', label: 'Time zone', kind: 'text', placeholder: 'UTC' },
      {
        name: 'goal',
        label: 'Goal',
        kind: 'lines',
        placeholder: 'Report changed prices',
        hint: 'A model judges changes by it.',
      },
      { name: 'limit', label: 'Page limit of a site', kind: 'number', min: 1, placeholder: '10000' },
    ],
  },
  {
    title: 'Notifications',
    fields: [
      { name: 'webhook', label: 'Webhook', kind: 'text', placeholder: 'https://hooks.example/changes' },
      { name: 'recipients', label: 'Mail addresses, one a line', kind: 'lines' },
      { name: 'includeDiffs', label: 'Mails contain diffs', kind: 'switch' },
    ],
  },
];

/** Fields of the form that depend on the chosen kinds. */
export const monitorFields = (values: Values): readonly FieldSpec[] => [
  ...subjectFields(values),
  SCHEDULE_KIND,
  ...(SCHEDULES[String(values['scheduleKind'] ?? '')] ?? SCHEDULES['text']!),
];

function subjectFields({ kind, subjects }: Values): readonly FieldSpec[] {
  if (subjects === 'several') return [];
  const chosen = SUBJECTS[String(kind)] ?? SUBJECTS['scrape']!;
  return [...SUBJECT_FIELDS, chosen, ...(kind === 'fields' ? [WATCHED_FIELDS] : [])];
}

/** Request of the form. */
export function monitorCall(values: Values): ShownCall {
  const text = (name: string) => String(values[name] ?? '').trim();
  const recipients = linesOf(text('recipients'));
  const [goal, webhook] = [text('goal'), text('webhook')];
  const target = targetOf(text('kind') || 'scrape', text);
  const body = {
    name: text('name') || subjectOf(target).slice(0, MAX_NAME_CHARS) || 'Monitor',
    schedule: scheduleOf(values, text),
    targets: [target],
    ...(goal === '' ? {} : { goal }),
    ...(webhook === '' ? {} : { webhook: { url: webhook } }),
    ...(recipients.length === 0
      ? {}
      : {
          notification: {
            email: { enabled: true, recipients, includeDiffs: values['includeDiffs'] === true },
          },
        }),
  };
  return { kind: 'monitor', body };
}

function scheduleOf(values: Values, text: (name: string) => string): object {
  const timezone = text('timezone') === '' ? {} : { timezone: text('timezone') };
  const kind = text('scheduleKind');
  if (kind === 'cron') return { cron: text('cron') || DEFAULT_CRON, ...timezone };
  if (kind === 'adaptive') {
    const bounds = readFields(SCHEDULES['adaptive']!, values);
    return { adaptive: { ...DEFAULT_INTERVALS, ...bounds }, ...timezone };
  }
  return { text: text('schedule') || 'daily at 9:00', ...timezone };
}

type Target =
  | { readonly type: 'scrape'; readonly urls: readonly string[]; readonly scrapeOptions?: object }
  | { readonly type: 'crawl'; readonly url: string; readonly crawlOptions?: { readonly limit: number } }
  | { readonly type: 'search'; readonly queries: readonly string[] };

function targetOf(kind: string, text: (name: string) => string): Target {
  if (kind === 'search') return { type: 'search', queries: linesOf(text('queries')) };
  if (kind === 'scrape') return { type: 'scrape', urls: linesOf(text('urls')) };
  if (kind === 'fields')
    return {
      type: 'scrape',
      urls: linesOf(text('urls')),
      scrapeOptions: { formats: watching(text('fields')) },
    };
  const limit = Number(text('limit'));
  return { type: 'crawl', url: text('site'), ...(limit > 0 ? { crawlOptions: { limit } } : {}) };
}

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** Formats that compare the fields of a list such as `price: number`. */
function watching(list: string): readonly object[] {
  const lines = linesOf(list).map((line) => line.split(':').map((part) => part.trim()));
  const named = lines.filter(([name]) => name);
  const fields = named.length > 0 ? named : [['price', 'number']];
  const typeOf = (type = 'string') => ({ type: TYPES.has(type) ? type : 'string' });
  const properties = Object.fromEntries(fields.map(([name, type]) => [name!, typeOf(type)]));
  return [
    { type: 'markdown' },
    { type: 'changeTracking', modes: ['json'], schema: { type: 'object', properties } },
  ];
}

/** The first URL or query; empty if there is none. */
export function subjectOf(target: Target): string {
  if (target.type === 'crawl') return target.url;
  return (target.type === 'scrape' ? target.urls : target.queries)[0] ?? '';
}
