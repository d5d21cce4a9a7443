import { readFile } from 'node:fs/promises';
import { CommandError, UsageError, type Command, type Invocation, type OptionValues } from '../command';
import { defined, texts, wholeNumber } from '../read-options';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;

/** Options that describe a new monitor. */
export const BODY_OPTIONS = {
  schedule: TEXT,
  cron: TEXT,
  adaptive: TEXT,
  timezone: TEXT,
  name: TEXT,
  crawl: TEXTS,
  limit: TEXT,
  query: TEXTS,
  goal: TEXT,
  webhook: TEXT,
  email: TEXTS,
  'include-diffs': { type: 'boolean' },
  'retention-days': TEXT,
  body: TEXT,
} as const satisfies Command['options'];

const MAX_NAME_CHARS = 200;

/** Body of `POST /v2/monitor`. @throws UsageError, CommandError if the file of `--body` is not readable */
export async function readMonitorBody({
  words,
  values,
}: Pick<Invocation, 'words' | 'values'>): Promise<object> {
  const path = values['body'];
  if (typeof path === 'string') return readBodyFile(path, words, values);
  const targets = targetsOf(words, values);
  if (targets.length === 0) throw new UsageError('name an address, --crawl, --query or --body');
  const [email, webhook] = [texts(values, 'email'), values['webhook']];
  const includeDiffs = values['include-diffs'] === true;
  return defined({
    name: nameOf(words, values),
    schedule: scheduleOf(values),
    targets,
    goal: values['goal'],
    webhook: webhook === undefined ? undefined : { url: webhook },
    notification:
      email.length === 0 ? undefined : { email: { enabled: true, recipients: email, includeDiffs } },
    retentionDays: wholeNumber(values, 'retention-days', 1),
  });
}

/** The first subject, unless a name is given. */
function nameOf(words: readonly string[], values: OptionValues): string {
  if (typeof values['name'] === 'string') return values['name'];
  const subjects = [...words, ...texts(values, 'crawl'), ...texts(values, 'query')];
  return subjects[0]!.slice(0, MAX_NAME_CHARS);
}

function targetsOf(words: readonly string[], values: OptionValues): object[] {
  const limit = wholeNumber(values, 'limit', 1);
  const [sites, queries] = [texts(values, 'crawl'), texts(values, 'query')];
  if (limit !== undefined && sites.length === 0) throw new UsageError('--limit belongs to --crawl');
  return [
    ...(words.length === 0 ? [] : [{ type: 'scrape', urls: words }]),
    ...sites.map((url) => ({
      type: 'crawl',
      url,
      ...(limit === undefined ? {} : { crawlOptions: { limit } }),
    })),
    ...(queries.length === 0 ? [] : [{ type: 'search', queries }]),
  ];
}

/** @throws UsageError unless exactly one kind of schedule is given */
function scheduleOf(values: OptionValues): object {
  const { schedule: text, cron, adaptive, timezone } = values;
  const schedules = [text, cron, adaptive].filter((one) => one !== undefined);
  if (schedules.length !== 1) throw new UsageError('give one of --schedule, --cron and --adaptive');
  return defined({
    text,
    cron,
    adaptive: typeof adaptive === 'string' ? boundsOf(adaptive) : undefined,
    timezone,
  });
}

function boundsOf(text: string): object {
  const [, least, most] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (least === undefined) throw new UsageError('--adaptive must be two numbers of minutes, such as 15-1440');
  return { minMinutes: Number(least), maxMinutes: Number(most) };
}

async function readBodyFile(path: string, words: readonly string[], values: OptionValues): Promise<object> {
  const further = Object.keys(BODY_OPTIONS).find((name) => name !== 'body' && values[name] !== undefined);
  if (words.length > 0 || further !== undefined)
    throw new UsageError(`--body has all fields of the monitor: leave out ${words[0] ?? `--${further}`}`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read (${error.code})`, { cause: error });
  });
  const body = parsed(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new CommandError(`${path} is no JSON object`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // reported by the caller with the path
  }
}
