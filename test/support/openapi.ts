import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import type { Answer } from './ask.js';

/** The API as its document has it. Everything that tests are answered by it is held against this. */
const DOCUMENT = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

type Schema = Record<string, any>;
interface Operation {
  readonly responses: Record<string, { readonly content?: Content }>;
  readonly requestBody?: { readonly content: Content };
}
/** Schemas by media type. */
type Content = Record<string, { readonly schema: Schema }>;

/** Paths without parameters come first: `/v1/crawl/active` is no job. */
const ROUTES = Object.entries(DOCUMENT.paths)
  .map(([path, operations]) => ({ path, operations, pattern: toPattern(path) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/** @throws Error when an answer is not what the document says of its route and status */
export function expectDocumented(method: string, url: string, answer: Answer): void {
  const response = operationAt(method, url)?.responses;
  if (!response || isUnmounted(answer)) return;
  const { status, headers, json, text } = answer;
  const place = `${method} ${new URL(url).pathname} → ${status}`;
  const documented = response[status];
  if (!documented) throw new Error(`${place} is not documented: ${text.slice(0, 500)}`);
  if (!headers['content-type']?.startsWith('application/json')) return; // a stream
  const problems = problemsOf(documented.content?.['application/json']?.schema, json);
  if (problems) throw new Error(`${place} is documented otherwise: ${problems}`);
}

/** The host, or a role, has no such route: Nest answers in its own words. */
const isUnmounted = ({ status, json }: Answer): boolean => status === 404 && /^Cannot /.test(json?.message);

/** @throws Error when a body that was taken is refused by the document */
export function expectAllowed(method: string, url: string, body: unknown): void {
  const schema = operationAt(method, url)?.requestBody?.content['application/json']?.schema;
  const problems = schema && problemsOf(schema, sentOf(body));
  if (problems)
    throw new Error(`The document refuses a body of ${method} ${url} that was taken: ${problems}`);
}

/** Keys starting with `__` are clients' own, and null counts as absent in v2. */
function sentOf(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key.startsWith('__') || value === null ? undefined : value,
  );
}

/** Hosts put prefixes before the version. */
function operationAt(method: string, url: string): Operation | undefined {
  const { pathname } = new URL(url);
  const route = ROUTES.find(
    ({ pattern, operations }) => pattern.test(pathname) && method.toLowerCase() in operations,
  );
  return route?.operations[method.toLowerCase()];
}

function toPattern(path: string): RegExp {
  return new RegExp(`^(/[^/]+)*?${path.replace(/\{[^}]+\}/g, '[^/]+')}/?$`);
}

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema({
  $id: 'document',
  components: DOCUMENT.components.schemas && { schemas: closeAll(DOCUMENT.components.schemas) },
});
const compiled = new WeakMap<Schema, ValidateFunction>();

function problemsOf(schema: Schema | undefined, value: unknown): string | null {
  if (!schema) return value === undefined ? null : 'it has a body';
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema));
  compiled.set(schema, validate);
  if (validate(value)) return null;
  return ajv.errorsText(validate.errors, { dataVar: 'body' }) + `\n${JSON.stringify(value)?.slice(0, 1_000)}`;
}

function closeAll(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      /Body|Options|Fields|Error/.test(name) ? local(schema) : closed(schema),
    ]),
  );
}

/** Answers hold nothing that is not documented. */
function closed(schema: Schema): Schema {
  return rewrite(schema, (one) =>
    one['properties'] && one['type'] === 'object' && !('additionalProperties' in one)
      ? { ...one, additionalProperties: false }
      : one,
  );
}

function local(schema: Schema): Schema {
  return rewrite(schema, (one) => one);
}

/** References lead into the document, and 3.0's form of an exclusive bound becomes that of JSON Schema. */
function rewrite(value: any, change: (schema: Schema) => Schema): any {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, change)]));
  if (typeof inner['$ref'] === 'string') return { $ref: `document${inner['$ref']}` };
  const { minimum, exclusiveMinimum, ...rest } = inner;
  const bounds =
    exclusiveMinimum === true ? { exclusiveMinimum: minimum } : minimum === undefined ? {} : { minimum };
  return change({ ...rest, ...bounds });
}
