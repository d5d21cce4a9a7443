import { RequestMethod, type Type } from '@nestjs/common';
import { handlersOf, PATH, type Handler } from '../mounting/route-handlers.js';
import { joinPath } from '../mounting/route-metadata.js';
import {
  namesIn,
  refTo,
  schemaName,
  type DescribedRoute,
  type Schema,
  type SchemaTable,
} from './described-route.js';
import { ROUTES, SCHEMAS } from './described.generated.js';
import { READER_ANSWER_HEADERS, READER_HEADERS, TARGET } from './reader-parameters.js';
import { FAILURES, failureName, failureResponse, failureSchema, failuresOf } from './failures.js';
import { excludeFromDocuments, SWAGGER } from './swagger-metadata.js';

/** Metadata key of Nest. */
const METHOD = 'method';

/** The parts of a registration to document. */
export interface Shown {
  /** Put before the version. */
  readonly prefix: string;
  /** A key has to be shown. */
  readonly hasKeys: boolean;
  /** Names of controllers whose routes are off. */
  readonly off: ReadonlySet<string>;
}

/**
 * Describes the routes of controllers to `SwaggerModule.createDocument` of the host, as its decorators would. Nothing of that package
 * is loaded.
 */
export function describeRoutes(controllers: readonly Type<unknown>[], shown: Shown): void {
  for (const controller of controllers) {
    if (shown.off.has(controller.name)) excludeFromDocuments(controller);
    else describeController(controller, shown);
  }
}

function describeController(controller: Type<unknown>, shown: Shown): void {
  const root = joinPath(Reflect.getMetadata(PATH, controller) as string);
  const path = root.slice(shown.prefix.length);
  const version = path.split('/')[1] ?? '';
  const tag = /^v\d$/.test(version) ? `Web extraction ${version}` : 'Web extraction';
  Reflect.defineMetadata(SWAGGER.tags, [tag], controller);
  const names: string[] = [];
  for (const [name, handler] of handlersOf(controller.prototype as object)) {
    const key = `${controller.name}.${name}`;
    const route = ROUTES[key];
    if (!route) continue;
    describeHandler(handler, route, { ...shown, path, id: operationId(controller, name, shown) });
    names.push(...namesOfRoute(key, handler));
  }
  Reflect.defineMetadata(SWAGGER.models, modelsFor(names), controller);
}

interface Place {
  /** Path of the controller, starting with the version. */
  readonly path: string;
  readonly id: string;
  readonly hasKeys: boolean;
}

function describeHandler(handler: Handler, route: DescribedRoute, { path, id, hasKeys }: Place): void {
  const method = RequestMethod[Reflect.getMetadata(METHOD, handler) as number];
  const own = joinPath(path, Reflect.getMetadata(PATH, handler) as string);
  const isOpen = own.includes('/health/');
  const define = (key: string, value: unknown) => Reflect.defineMetadata(key, value, handler);
  define(SWAGGER.operation, { summary: route.summary, operationId: id });
  define(SWAGGER.responses, responsesOf(route, `${method} ${own}`));
  define(SWAGGER.parameters, parametersOf(route, own));
  if (route.bodyKind === 'upload') define(SWAGGER.consumes, ['multipart/form-data']);
  if (hasKeys && !isOpen) define(SWAGGER.security, [{ bearer: [] }]);
}

/** Unique in the whole document: `v1_crawl_start`, with a prefix `inner_v1_crawl_start`. */
function operationId(controller: Type<unknown>, handler: string, { prefix }: Shown): string {
  const [, noun = '', version = ''] = /^(.*?)(V\d)?Controller$/.exec(controller.name) ?? [];
  const words = [...prefix.split('/'), version.toLowerCase(), noun.toLowerCase(), handler];
  return words.filter((word, index) => word !== '' && word !== words[index - 1]).join('_');
}

function responsesOf(route: DescribedRoute, key: string): Readonly<Record<number, Schema>> {
  const isText = route.answerKind === 'markdown';
  const failures = failuresOf(key).map((status) => [status, failureResponse(status, isText)]);
  return { ...successOf(route), ...Object.fromEntries(failures) };
}

function successOf({ answer, answerKind }: DescribedRoute): Readonly<Record<number, Schema>> {
  if (answerKind === 'stream') return streamOf(answer);
  if (answerKind === 'markdown') return markdownOf(answer);
  if (answerKind === 'file') return exportOf(answer);
  return { 200: { description: 'Done', schema: answer } };
}

/** Schema of JSON lines or server-sent events. */
function streamOf(schema: Schema): Readonly<Record<number, Schema>> {
  const content = { 'application/x-ndjson': { schema }, 'text/event-stream': { schema } };
  return { 200: { description: 'Events as they occur', content }, 204: { description: 'No more events' } };
}

/** Schema of the formats of an export. */
function exportOf(schema: Schema): Readonly<Record<number, Schema>> {
  const content = { 'application/x-ndjson': { schema }, 'application/warc': { schema } };
  return { 200: { description: 'The file', content } };
}

function markdownOf(schema: Schema): Readonly<Record<number, Schema>> {
  const content = { 'text/markdown': { schema }, 'text/html': { schema } };
  return {
    200: { description: 'The markdown or the HTML of the page', content, headers: READER_ANSWER_HEADERS },
  };
}

function parametersOf(route: DescribedRoute, path: string): Schema[] {
  const { properties = {}, required = [] } = route.query ?? {};
  const queries = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    description,
    schema,
  }));
  return [
    ...(path.includes(':id') ? [ID] : []),
    ...(path.includes('*target') ? [TARGET] : []),
    ...queries,
    ...(route.takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ...(route.answerKind === 'stream' ? [LAST_EVENT_ID] : []),
    ...(route.answerKind === 'markdown' ? READER_HEADERS : []),
    ...(route.body === undefined
      ? []
      : [{ ...BODY, required: !route.mayLackBody, schema: bodySchema(route, route.body) }]),
  ];
}

/** With a schema the type counts for nothing, but there has to be one. */
const BODY = { in: 'body', name: 'body', type: String };
const ID = {
  in: 'path',
  name: 'id',
  required: true,
  schema: { type: 'string' },
  description: 'The id from the response to the submission',
};
const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'x-idempotency-key',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'Idempotency key: a second request with the same key within 24 hours is answered with 409',
};

const LAST_EVENT_ID = {
  in: 'header',
  name: 'last-event-id',
  required: false,
  schema: { type: 'string' },
  description: 'The `id` of the last event received: the stream continues after it',
};

function bodySchema({ bodyKind }: DescribedRoute, name: string): Schema {
  if (bodyKind !== 'upload') return refTo(name);
  const file = { type: 'string', format: 'binary', description: 'The file with its name' };
  const options = { ...refTo(name) };
  return { type: 'object', properties: { file, options }, required: ['file'] };
}

const ALL: SchemaTable = {
  ...SCHEMAS,
  ...Object.fromEntries(FAILURES.map((status) => [failureName(status), failureSchema(status)])),
};

/** The models of schemas, and of those that these refer to. */
function modelsFor(schemas: readonly string[]): Type<unknown>[] {
  const names = new Set(schemas);
  for (const name of names) namesOfSchema(name).forEach((further) => names.add(further));
  return [...names].sort().map(modelOf);
}

// Each registration describes the same routes and schemas, and to search them is most of the work: it is done once a process.
const namesOfRoute = onceForEach((_route, handler: Handler) =>
  namesIn([
    Reflect.getMetadata(SWAGGER.responses, handler),
    Reflect.getMetadata(SWAGGER.parameters, handler),
  ]),
);
const namesOfSchema = onceForEach((name) => namesIn(ALL[name]));
const modelOf = onceForEach((name) => toModel(name, ALL[name] ?? {}));

/** Remembers the results of a function by its first argument, a name from the tables. */
function onceForEach<Rest extends unknown[], Result>(make: (name: string, ...rest: Rest) => Result) {
  const known = new Map<string, Result>();
  return (name: string, ...rest: Rest): Result => {
    const found = known.get(name) ?? make(name, ...rest);
    known.set(name, found);
    return found;
  };
}

/** Creates a class with a fixed schema, because @nestjs/swagger takes schemas only from classes. */
function toModel(name: string, schema: Schema): Type<unknown> {
  class Model {}
  Reflect.defineMetadata(SWAGGER.schema, [{ name: schemaName(name), ...schema }], Model);
  return Model;
}
