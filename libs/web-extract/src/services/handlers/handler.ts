import type { RegisteredHandler } from '../../model/handlers/handler.js';
import { compilePatterns } from '../../web/scope/url-pattern.js';
import { splitUrl } from '../../web/scope/split-url.js';
import type { DataClass } from '../../ports/class-reader.port.js';
import type { StandardSchema } from '../extract/standard-schema.js';
import type { PageHandlerOptions } from './decorators.js';
import type { FoundHandler } from './handler-finder.js';

/** A handler with its options. */
export interface Handler extends RegisteredHandler {
  readonly from: 'now' | 'oldest';
  readonly attempts: number;
  readonly concurrency: number;
  /** Null: all jobs. */
  readonly tag: string | null;
  readonly dto: DataClass<object> | StandardSchema<object> | null;
  readonly extractor: string | null;
  readonly usesModel: boolean;
  /** Null: calls are repeated until one succeeds, at least once. */
  readonly transaction: true | 'own' | null;
  handlesUrl(url: string): boolean;
  call(argument: object): unknown;
}

const NAME = /^[\w.-]{1,100}$/;
const MOST = 100;

/** Applies the defaults. @throws Error for invalid patterns */
export function handlerOf({ name, kind, options, call }: FoundHandler): Handler {
  const {
    tag = null,
    dto = null,
    extractor = null,
    model = false,
    from = 'now',
    attempts = 5,
    concurrency = 1,
    transaction = null,
  } = options;
  const handlesUrl = urlFilter(options.urls);
  return {
    name,
    kind,
    from,
    attempts,
    concurrency,
    tag,
    dto,
    extractor,
    usesModel: model,
    transaction,
    handlesUrl,
    call,
  };
}

/** Returns what is wrong with the handlers of a registration. */
export function handlerProblems(found: readonly FoundHandler[]): string[] {
  const places = new Map<string, string[]>();
  for (const { name, place } of found) places.set(name, [...(places.get(name) ?? []), place]);
  const repeated = [...places]
    .filter(([, of]) => of.length > 1)
    .map(([name, of]) => `The name ${JSON.stringify(name)} belongs to ${of.join(' and ')}: each handler needs a name of its own`); // prettier-ignore
  return [...found.flatMap(problemsOf), ...repeated];
}

function problemsOf({ name, kind, options, place, problem }: FoundHandler): string[] {
  const { attempts = 1, concurrency = 1, tag, transaction = true } = options;
  const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= MOST;
  return [
    ...(problem === null ? [] : [problem]),
    ...(typeof name === 'string' && NAME.test(name) ? [] : ['the name must have 1 to 100 letters, digits, `.`, `_` or `-`']), // prettier-ignore
    ...(kind === 'change' && typeof tag !== 'string' ? ['`tag` is required'] : []),
    ...(isCount(attempts) ? [] : [`\`attempts\` must be an integer from 1 to ${MOST}`]),
    ...(isCount(concurrency) ? [] : [`\`concurrency\` must be an integer from 1 to ${MOST}`]),
    ...([true, 'own'].includes(transaction) ? [] : ["`transaction` must be true or 'own'"]),
    ...patternProblems(options),
  ].map((sentence) => `${place}: ${sentence}`);
}

function patternProblems({ urls }: PageHandlerOptions<object>): string[] {
  try {
    urlFilter(urls);
    return [];
  } catch (error) {
    return [`\`urls\`: ${(error as Error).message}`];
  }
}

function urlFilter(urls: string | readonly string[] | undefined): (url: string) => boolean {
  if (urls === undefined) return () => true;
  const include = typeof urls === 'string' ? [urls] : urls;
  const judge = compilePatterns({ syntax: 'regex', include, exclude: [], onWholeUrl: true });
  return (url) => {
    const parts = splitUrl(url);
    return parts !== null && judge(parts).rule === 'included';
  };
}
