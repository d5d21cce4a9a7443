import type { HandlerKind } from '../../model/handlers/handler.js';
import type { DataClass } from '../../ports/class-reader.port.js';
import type { StandardSchema } from '../extract/standard-schema.js';
import type { HandledChange, HandledCrawlEnd, HandledPage } from './handler-calls.js';

/** Options of all handlers. */
export interface HandlerOptions {
  /**
   * Where a new handler begins: with what comes after the start of the application, or with everything that is stored.
   * @default 'now'
   */
  readonly from?: 'now' | 'oldest';
  /** Maximum number of calls for one item, 1 to 100. @default 5 */
  readonly attempts?: number;
  /**
   * Effects in the database take place exactly once. `true`: those of the client `transaction` of the call; `'own'`: those of a transaction of
   * the host, in which the handler awaits `acknowledge`. Needs `PostgresDriversModule`. @default at least once
   */
  readonly transaction?: true | 'own';
}

/** Options of a handler of pages. */
export interface PageHandlerOptions<T extends object = never> extends HandlerOptions {
  /** Only pages of jobs with this tag of change tracking. @default all jobs */
  readonly tag?: string;
  /** Only pages whose final URL matches one of these regular expressions (RE2 syntax). @default all pages */
  readonly urls?: string | readonly string[];
  /** Class with decorators of class-validator, or a Standard Schema: created from the structured data of the page, or from what `extractor` reads. */
  readonly dto?: DataClass<T> | StandardSchema<T>;
  /** Id or name of an extractor of the application, which reads the page in place of its structured data. Needs jobs that use it, or the format `rawHtml`. */
  readonly extractor?: string;
  /** Fill missing values of `dto` with the language model. @default false */
  readonly model?: boolean;
  /** Maximum number of jobs whose pages are handled at once in this process, 1 to 100. @default 1 */
  readonly concurrency?: number;
}

/** Options of a handler of changes. */
export interface ChangeHandlerOptions extends HandlerOptions {
  /** Tag of the change feed. */
  readonly tag: string;
}

/** A decorated method. */
export interface HandlerDeclaration {
  readonly kind: HandlerKind;
  readonly name: string;
  readonly options: PageHandlerOptions<object>;
}

type MethodOf<Call> = <Method extends (call: Call) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Classes with decorated methods that this process has loaded. */
const CLASSES = new Set<HandlerClass>();

type HandlerClass = abstract new (...args: never[]) => object;

/** Classes with decorated methods, whether an application uses them or not. */
export const handlerClasses = (): ReadonlySet<HandlerClass> => CLASSES;

const DECLARATIONS = Symbol.for('nestjs-web-extract:handlers');

/**
 * Calls a method of a provider with each page of the crawls and batches of the application, at least once and in the order of each job.
 * The next page of a job follows when the promise of the method has resolved.
 * @param name identifies the handler in the store; letters, digits, `.`, `_` and `-`
 */
export const OnPage = <T extends object = never>(
  name: string,
  options: PageHandlerOptions<T> = {},
): MethodOf<HandledPage<T>> => declare('page', name, options as PageHandlerOptions<object>);

/**
 * Calls a method of a provider with each entry of the change feed of a tag, at least once and in order.
 * @param name identifies the handler in the store; letters, digits, `.`, `_` and `-`
 */
export const OnChange = (name: string, options: ChangeHandlerOptions): MethodOf<HandledChange> =>
  declare('change', name, options);

/**
 * Calls a method of a provider at the end of each job of the application, at least once.
 * @param name identifies the handler in the store; letters, digits, `.`, `_` and `-`
 */
export const OnCrawlEnd = (name: string, options: HandlerOptions = {}): MethodOf<HandledCrawlEnd> =>
  declare('crawl-end', name, options);

/** Returns the handlers that a method is declared as. */
export function declarationsOf(method: unknown): readonly HandlerDeclaration[] {
  if (typeof method !== 'function') return [];
  return ((method as Declared)[DECLARATIONS] ?? []) as readonly HandlerDeclaration[];
}

interface Declared {
  [DECLARATIONS]?: readonly HandlerDeclaration[];
}

function declare(kind: HandlerKind, name: string, options: PageHandlerOptions<object>) {
  return (target: object, _: string | symbol, descriptor: { readonly value?: unknown }): void => {
    CLASSES.add((typeof target === 'function' ? target : target.constructor) as HandlerClass);
    const method = descriptor.value as Declared;
    const declarations = [...declarationsOf(method), { kind, name, options }];
    Object.defineProperty(method, DECLARATIONS, { value: declarations, configurable: true });
  };
}
