import { InvalidRequestError } from '../../../model/errors.js';
import type { ExampleSource } from '../../../model/extractor/extractor-program.js';
import type {
  ExamplePage,
  ExtractorEventName,
  ExtractorPageOptions,
  ExtractorWebhook,
  HealMode,
} from '../../../model/extractor/extractor-view.js';
import type { ResolvedOptions } from '../../../model/options.js';
import { problemAt } from '../../../model/problems/request-problem.js';
import type {
  ExtendRequest,
  ExtractorChange,
  ExtractorRange,
  LearnExtractorRequest,
  RunOptions,
} from '../../../services/extractors/extractor.service.js';
import { isJsonObject } from '../../bodies/json-object.js';
import { toSafeObject } from '../../bodies/read-body.pipe.js';
import { prefixPath } from '../../errors/body-paths.js';
import { ScrapeOptionsV2 } from '../dto/scrape-body.v2.js';
import { readOpenBody } from '../open-body.js';
import { parsePageOptions } from '../pages/scrape.requests.js';

/** `GET /v2/extractors`. */
export interface ExtractorListQueryV2 {
  /** 1 to 100. Default: 25. */
  readonly limit?: string;
  /** Default: 0. */
  readonly offset?: string;
}

/** `GET /v2/extractors/{id}`. */
export interface ExtractorQueryV2 {
  /** Version of the program. Default: the newest. */
  readonly version?: string;
}

/** `DELETE /v2/extractors/{id}/history`. */
export interface ExtractorForgetQueryV2 {
  /** Deletes the values of one page. */
  readonly url?: string;
}

type Body = Readonly<Record<string, unknown>>;
type UnknownKeys = Pick<ResolvedOptions, 'unknownKeys'>;

/** Fields that clients add to all requests. */
const IGNORED = ['origin', 'integration'];
const LEARNING = ['pages', 'urls', 'sources', 'waitMs', 'zeroDataRetention'];

/** The values have the types of the service as far as it checks them. @throws InvalidRequestError */
export function readLearning(
  sent: unknown,
  options: UnknownKeys,
): { readonly schema: never; readonly request: LearnExtractorRequest } {
  const body = readObject(sent, [
    ...LEARNING,
    'name',
    'schema',
    'prompt',
    'heal',
    'scrapeOptions',
    'webhook',
  ]);
  const { schema, name, prompt, heal, webhook, scrapeOptions } = body;
  if (!isJsonObject(schema)) throw InvalidRequestError.at(['schema'], { code: 'schema', reason: 'must be a JSON schema of an object' }); // prettier-ignore
  return {
    schema: schema as never,
    request: {
      ...readExtension(body),
      ...(name === undefined ? {} : { name: name as string }),
      ...(prompt === undefined ? {} : { prompt: prompt as string }),
      ...(heal === undefined ? {} : { heal: heal as HealMode }),
      ...(webhook === undefined ? {} : { webhook: readWebhook(webhook) }),
      ...(scrapeOptions === undefined ? {} : { page: readPage(scrapeOptions, options) }),
    },
  };
}

/** @throws InvalidRequestError */
export function readFurther(sent: unknown): ExtendRequest {
  return readExtension(readObject(sent, LEARNING));
}

function readExtension({ pages, urls, sources, waitMs, zeroDataRetention }: Body): ExtendRequest {
  if (pages === undefined && urls === undefined)
    throw InvalidRequestError.at(['pages'], { code: 'required' });
  return {
    pages: (pages ?? urls) as readonly (ExamplePage | string)[],
    ...(sources === undefined ? {} : { sources: sources as readonly ExampleSource[] }),
    ...(waitMs === undefined ? {} : { waitMs: waitMs as number }),
    ...(zeroDataRetention === undefined
      ? {}
      : { zeroDataRetention: readFlag('zeroDataRetention', zeroDataRetention) }),
  };
}

/** @throws InvalidRequestError */
export function readChange(sent: unknown): ExtractorChange {
  const given = toSafeObject(sent);
  const { name, heal, version, webhook } = readObject(given, ['name', 'heal', 'webhook', 'version']);
  if (version !== undefined && !(Number.isInteger(version) && (version as number) > 0)) throw notVersion();
  return {
    ...(name === undefined ? {} : { name: name as string }),
    ...(heal === undefined ? {} : { heal: heal as HealMode }),
    ...(version === undefined ? {} : { version: version as number }),
    ...(given['webhook'] === null ? { webhook: null } : {}),
    ...(webhook === undefined ? {} : { webhook: readWebhook(webhook) }),
  };
}

/** @throws InvalidRequestError */
export function readRun(
  sent: unknown,
  options: UnknownKeys,
): { readonly urls: readonly string[]; readonly options: RunOptions } {
  const body = readObject(sent, ['url', 'urls', 'version', 'record', 'scrapeOptions', 'zeroDataRetention']);
  const { url, urls, version, record, scrapeOptions, zeroDataRetention } = body;
  if (version !== undefined && !(Number.isInteger(version) && (version as number) > 0)) throw notVersion();
  return {
    urls: (urls ?? (url === undefined ? [] : [url])) as readonly string[],
    options: {
      ...(version === undefined ? {} : { version: version as number }),
      ...(record === undefined ? {} : { record: readFlag('record', record) }),
      ...(zeroDataRetention === undefined
        ? {}
        : { zeroDataRetention: readFlag('zeroDataRetention', zeroDataRetention) }),
      ...(scrapeOptions === undefined ? {} : { page: readPage(scrapeOptions, options) }),
    },
  };
}

/** @throws InvalidRequestError */
export function readHeal(sent: unknown): { readonly urls?: readonly string[]; readonly waitMs?: number } {
  const body = sent === undefined || sent === null || sent === '' ? {} : readObject(sent, ['urls', 'waitMs']);
  const { urls, waitMs } = body;
  return {
    ...(urls === undefined ? {} : { urls: urls as readonly string[] }),
    ...(waitMs === undefined ? {} : { waitMs: waitMs as number }),
  };
}

/** @throws InvalidRequestError */
export function readImport(sent: unknown): { readonly program: unknown; readonly name?: string } {
  const { program, name } = readObject(sent, ['program', 'name']);
  if (!isJsonObject(program)) throw InvalidRequestError.at(['program'], { code: 'contradiction', reason: 'must be the program of an extractor' }); // prettier-ignore
  return { program, ...(name === undefined ? {} : { name: name as string }) };
}

/** @throws InvalidRequestError */
export function readRange({ limit, offset, ...others }: Body): ExtractorRange {
  refuseParameters(others);
  return {
    ...(limit === undefined ? {} : { limit: readCount('limit', limit) }),
    ...(offset === undefined ? {} : { offset: readCount('offset', offset) }),
  };
}

/** @throws InvalidRequestError */
export function readVersion({ version, ...others }: Body): number | undefined {
  refuseParameters(others);
  return version === undefined ? undefined : readCount('version', version);
}

/** @throws InvalidRequestError */
export function readForgottenUrl({ url, ...others }: Body): string | undefined {
  refuseParameters(others);
  if (url === undefined || typeof url === 'string') return url;
  throw InvalidRequestError.at(['url'], { code: 'contradiction', reason: 'must be one URL' });
}

/** The fields of a body; null counts as absent. */
function readObject(sent: unknown, fields: readonly string[]): Body {
  const body = toSafeObject(sent);
  const unknown = Object.keys(body).filter((name) => !fields.includes(name) && !IGNORED.includes(name));
  if (unknown.length > 0)
    throw new InvalidRequestError(
      unknown.slice(0, 10).map(
        (name) =>
        problemAt([name.slice(0, 60)], { code: 'contradiction', reason: `is not a field of this request, which has ${fields.join(', ')}` }), // prettier-ignore
      ),
    );
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function readFlag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw InvalidRequestError.at([name], { code: 'contradiction', reason: 'must be true or false' });
}

function readCount(name: string, value: unknown): number {
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value);
  throw InvalidRequestError.at([name], { code: 'integer' });
}

const notVersion = () =>
  InvalidRequestError.at(['version'], { code: 'integer-range', least: 1, most: 1_000_000 });

function refuseParameters(others: Body): void {
  const unknown = Object.keys(others)[0];
  if (unknown === undefined) return;
  throw InvalidRequestError.at([unknown], {
    code: 'contradiction',
    reason: 'is not a parameter of this request',
  });
}

/** Page options of a body; the formats are those of the extractor. */
function readPage(sent: unknown, options: UnknownKeys): ExtractorPageOptions {
  return prefixPath('scrapeOptions', () => {
    const { body } = readOpenBody(ScrapeOptionsV2, toSafeObject(sent), options);
    const { page } = parsePageOptions({ ...body, formats: [] });
    const { formats: _, extraction: __, track: ___, onModelFailure: ____, timings: _____, ...rest } = page as typeof page & { timings?: unknown }; // prettier-ignore
    return rest;
  });
}

/** Messages are named as they are sent: `extractor.drifted`. The service checks the values. */
function readWebhook(webhook: unknown): ExtractorWebhook {
  if (typeof webhook === 'string') return { url: webhook };
  if (!isJsonObject(webhook)) return webhook as ExtractorWebhook;
  const { events } = webhook;
  const names = Array.isArray(events)
    ? events.map(
        (name) => (typeof name === 'string' ? name.replace(/^extractor\./, '') : name) as ExtractorEventName,
      )
    : events;
  const known = ['url', 'headers', 'metadata'].filter((name) => webhook[name] !== undefined);
  return {
    ...Object.fromEntries(known.map((name) => [name, webhook[name]])),
    ...(names === undefined ? {} : { events: names }),
  } as ExtractorWebhook;
}
