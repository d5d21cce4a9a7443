import { buildMessage, ValidateBy, type ValidationArguments } from 'class-validator';
import type { CrawlWebhook } from '../../model/crawl/crawl.js';
import type { ApiVersion } from '../../model/options.js';
import type { FieldSchema } from '../bodies/checks.js';
import type { UnknownKeys } from '../bodies/read-body.pipe.js';
import { isJsonObject } from '../bodies/json-object.js';

/** Receiver of job events, in both versions: a URL, or an object with further fields. */
export type WebhookBody =
  | string
  | { url: string; headers?: Record<string, string>; metadata?: Record<string, unknown>; events?: string[] };

const MAX_URL_CHARS = 8_192;
const MAX_HEADERS = 50;
const EVENTS = ['started', 'page', 'completed', 'failed'] as const;
type EventName = (typeof EVENTS)[number];

type Check = (value: unknown) => boolean;

const isAddress: Check = (value) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_URL_CHARS;

/** The fields of the object form; a Map, for callers may send the name of anything that objects inherit. */
const FIELDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['url', isAddress],
  [
    'headers',
    (value) =>
      isJsonObject(value) &&
      Object.keys(value).length <= MAX_HEADERS &&
      Object.values(value).every((item) => typeof item === 'string'),
  ],
  ['metadata', isJsonObject],
  ['events', (value) => Array.isArray(value) && value.every((name) => eventOf(name) !== null)],
]);

function webhookSchema(unknownKeys: UnknownKeys): FieldSchema {
  const url = { type: 'string', minLength: 1, maxLength: MAX_URL_CHARS };
  const headers = {
    type: 'object',
    maxProperties: MAX_HEADERS,
    additionalProperties: { type: 'string' },
  };
  const events = { type: 'array', items: { type: 'string', pattern: `^(.*\\.)?(${EVENTS.join('|')})$` } };
  const properties = { url, headers, metadata: { type: 'object' }, events };
  const closed = unknownKeys === 'refuse' ? { additionalProperties: false } : {};
  return { anyOf: [url, { type: 'object', properties, required: ['url'], ...closed }] };
}

/** An address, or an object with `url`, `headers`, `metadata` and `events`. */
export const IsWebhook = (unknownKeys: UnknownKeys) =>
  ValidateBy({
    name: 'isWebhook',
    constraints: [webhookSchema(unknownKeys)],
    validator: {
      validate: (value) => problemOf(value, unknownKeys) === null,
      defaultMessage: buildMessage(
        (_, args?: ValidationArguments) => `$property ${problemOf(args?.value, unknownKeys)}`,
      ),
    },
  });

function problemOf(value: unknown, unknownKeys: UnknownKeys): string | null {
  if (isAddress(value)) return null;
  if (!isJsonObject(value) || !isAddress(value['url'])) return 'must be an address or an object with a url';
  for (const [key, field] of Object.entries(value)) {
    const check = FIELDS.get(key);
    if (check && !check(field)) return `has a ${key} that is not valid`;
    if (!check && unknownKeys === 'refuse' && !key.startsWith('__')) return `has an unrecognized key: ${key}`;
  }
  return null;
}

/** Parses an event name. The last word identifies it: `crawl.page` is `page`. */
function eventOf(name: unknown): EventName | null {
  const word = typeof name === 'string' ? name.split('.').at(-1) : undefined;
  return EVENTS.find((event) => event === word) ?? null;
}

/** A checked webhook as the services take it. */
export function toWebhook(body: WebhookBody, format: ApiVersion): CrawlWebhook {
  const { url, headers, metadata, events }: Exclude<WebhookBody, string> =
    typeof body === 'string' ? { url: body } : body;
  return {
    url,
    format,
    ...(headers === undefined ? {} : { headers }),
    ...(metadata === undefined ? {} : { metadata }),
    ...eventsOf(format, events),
  };
}

/** Requested events; v0 reports only the end of a job. */
function eventsOf(format: ApiVersion, names: readonly string[] = []): Pick<CrawlWebhook, 'events'> {
  if (format === 'v0') return { events: ['completed', 'failed'] };
  const events = names.map(eventOf).filter((event) => event !== null);
  return names.length === 0 ? {} : { events };
}
