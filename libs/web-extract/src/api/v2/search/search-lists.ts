import { buildMessage, ValidateBy } from 'class-validator';
import type { SearchPlace, SearchSource } from '../../../model/search/search.js';
import { isJsonObject } from '../../bodies/json-object.js';

/** A word, or an object with the word as its `type`. */
export type TypedEntry = string | { readonly type: string; readonly [field: string]: unknown };

const MAX_ENTRIES = 20;
const MAX_DOMAINS = 50;
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

const TYPED = {
  anyOf: [
    { type: 'string' },
    { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
  ],
};

/** A list of words or objects with a `type`. */
export const IsTypedList = () =>
  ValidateBy({
    name: 'isTypedList',
    constraints: [{ type: 'array', maxItems: MAX_ENTRIES, items: TYPED }],
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isTyped),
      defaultMessage: buildMessage(
        () => `$property must be a list of at most ${MAX_ENTRIES} words or objects with a type`,
      ),
    },
  });

/** A list of hosts. */
export const IsDomains = () =>
  ValidateBy({
    name: 'isDomains',
    constraints: [{ type: 'array', maxItems: MAX_DOMAINS, items: { type: 'string' } }],
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= MAX_DOMAINS && value.every(isHost),
      defaultMessage: buildMessage(() => `$property must be a list of at most ${MAX_DOMAINS} host names`),
    },
  });

function isTyped(value: unknown): boolean {
  return typeof value === 'string' || (isJsonObject(value) && typeof value['type'] === 'string');
}

const isHost = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 253 && HOST.test(hostOf(value));

/** Some write `www.example.com/` or `*.example.com`. */
export const hostOf = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^(?:\*|www)\./, '')
    .replace(/\/$/, '');

export const typeOf = (entry: TypedEntry): string => (typeof entry === 'string' ? entry : entry.type);

const SOURCES: readonly SearchSource[] = ['web', 'news', 'images'];

/** The sources that exist, each once; others belong to a hosted service and are passed over. */
export function sourcesOf(entries: readonly TypedEntry[] = []): SearchSource[] {
  const wanted = new Set(entries.map(typeOf));
  const known = SOURCES.filter((source) => wanted.has(source));
  return known.length > 0 ? known : ['web'];
}

/** The fields that an entry of a source states for itself. */
export function fieldsOfSource(
  entries: readonly TypedEntry[] = [],
  source: SearchSource,
): { tbs?: string; location?: string } {
  const entry = entries.find((one) => typeOf(one) === source);
  if (entry === undefined || typeof entry === 'string') return {};
  const { tbs, location } = entry;
  return {
    ...(typeof tbs === 'string' && tbs.length <= 200 ? { tbs } : {}),
    ...(typeof location === 'string' && location.length <= 200 ? { location } : {}),
  };
}

const RESEARCH = [
  'arxiv.org',
  'pubmed.ncbi.nlm.nih.gov',
  'nature.com',
  'science.org',
  'ieeexplore.ieee.org',
  'acm.org',
  'researchgate.net',
];

/** Sites of each result category. */
export const CATEGORIES: ReadonlyMap<string, readonly SearchPlace[]> = new Map<
  string,
  readonly SearchPlace[]
>([
  ['github', [{ site: 'github.com' }]],
  ['pdf', [{ fileType: 'pdf' }]],
  ['research', RESEARCH.map((site) => ({ site }))],
]);
