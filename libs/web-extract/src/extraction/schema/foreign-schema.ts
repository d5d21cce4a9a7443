/** How schemas of a library become JSON schemas. */
interface Converter {
  readonly name: string;
  readonly advice: string;
  readonly isOf: (schema: Readonly<Record<string, unknown>>) => boolean;
}

const has = (schema: object, ...names: readonly string[]): boolean => names.every((name) => name in schema);
const vendorOf = (schema: object): unknown =>
  isStandard(schema) && (schema as { '~standard': { vendor?: unknown } | null })['~standard']?.vendor;

/** JSON schemas that zod has written hold `~standard` too, hidden from `Object.keys`. */
const isStandard = (schema: object): boolean =>
  '~standard' in schema && !(isPlain(schema) && !Object.keys(schema).includes('~standard'));

const PASS = 'and pass { jsonSchema, validate }';

/** The first one that fits counts. */
const CONVERTERS: readonly Converter[] = [
  {
    name: 'zod',
    advice: `use zod 4.2 or later, or convert it with zod-to-json-schema ${PASS}`,
    isOf: (schema) => vendorOf(schema) === 'zod' || has(schema, '_def', 'safeParse'),
  },
  {
    name: 'valibot',
    advice: `convert it with toStandardJsonSchema or toJsonSchema of @valibot/to-json-schema ${PASS}`,
    isOf: (schema) => vendorOf(schema) === 'valibot',
  },
  {
    name: 'arktype',
    advice: `convert it with its method toJsonSchema() ${PASS}`,
    isOf: (schema) => vendorOf(schema) === 'arktype',
  },
  {
    name: 'effect',
    advice: `convert it with JSONSchema.make of effect ${PASS}`,
    isOf: (schema) => vendorOf(schema) === 'effect' || has(schema, 'ast', 'pipe'),
  },
  {
    name: 'yup',
    advice: `convert it with @sodaru/yup-to-json-schema ${PASS}`,
    isOf: (schema) => vendorOf(schema) === 'yup' || has(schema, '__isYupSchema__'),
  },
  {
    name: 'joi',
    advice: `convert it with joi-to-json ${PASS}`,
    isOf: (schema) => vendorOf(schema) === 'joi' || has(schema, '$_terms'),
  },
];

/** What is wrong with a schema that is an object of a library instead of a JSON schema; null for a JSON schema. */
export function foreignSchema(schema: unknown): string | null {
  if (typeof schema === 'function') return 'is a function: pass a JSON schema';
  if (typeof schema !== 'object' || schema === null) return 'must be a JSON schema';
  const object = schema as Readonly<Record<string, unknown>>;
  const known = CONVERTERS.find(({ isOf }) => isOf(object));
  if (known) return `is a schema of ${known.name} that does not state its JSON schema: ${known.advice}`;
  if (isStandard(object)) return `does not state its JSON schema: convert it to one ${PASS}`;
  if (!isPlain(object) || Object.values(object).some((value) => typeof value === 'function')) {
    return `is an object of a library: convert it to a JSON schema ${PASS}`;
  }
  return null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
