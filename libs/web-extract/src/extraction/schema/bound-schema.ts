import { InvalidRequestError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { patternSize } from '../../web/scope/pattern-size.js';
import { pruneRecursiveRefs } from './prune-recursive-refs.js';
import { SchemaGraph, type SchemaNode } from './schema-graph.js';
import { isPart } from './schema-keywords.js';
import { EndlessSchema, expandedSize } from './schema-size.js';

/** Limits of a schema. All are checked before compilation, in time linear in the length of the schema. */
export const SCHEMA_BOUNDS = {
  /** Length of the JSON in characters; it is stored with a crawl and sent to the model. */
  chars: 256 * 1024,
  /** Nesting depth of objects and lists. */
  depth: 100,
  /** Number of subschemas after expanding references, `allOf`, `anyOf` and `oneOf`. */
  schemas: 20_000,
  /** Total number of steps in all regular expressions. */
  patternSteps: 10_000,
} as const;

export type SchemaPath = readonly (string | number)[];

/**
 * Rejects a schema that exceeds {@link SCHEMA_BOUNDS}, is endlessly recursive, or is asynchronous.
 *
 * @param path path of the schema in the request, for the error
 * @throws InvalidRequestError
 */
export function boundSchema(schema: JsonSchema, path: SchemaPath): void {
  const problem = textProblem(schema) ?? graphProblem(pruneRecursiveRefs(schema));
  if (problem !== null) throw schemaRefusal(path, problem);
}

export const schemaRefusal = (path: SchemaPath, reason: string): InvalidRequestError =>
  InvalidRequestError.at(path, { code: 'schema', reason });

/** Counts without serializing, because a schema object of a host may be circular. */
function textProblem(schema: JsonSchema): string | null {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: schema, depth: 1 }];
  let chars = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > SCHEMA_BOUNDS.depth) return `is nested deeper than ${SCHEMA_BOUNDS.depth} levels`;
    const isList = Array.isArray(next.value);
    for (const [name, value] of Object.entries(next.value) as [string, unknown][]) {
      chars += (isList ? 1 : name.length + 4) + (typeof value === 'string' ? value.length + 2 : 2);
      if (chars > SCHEMA_BOUNDS.chars) return `is longer than ${SCHEMA_BOUNDS.chars} characters`;
      if (typeof value === 'object' && value !== null) open.push({ value, depth: next.depth + 1 });
    }
  }
  return null;
}

function graphProblem(schema: JsonSchema): string | null {
  const { nodes, lost } = new SchemaGraph(schema, SCHEMA_BOUNDS.schemas);
  if (nodes.some(isAsync)) return 'must not hold $async';
  if (nodes.length > SCHEMA_BOUNDS.schemas) return TOO_MANY;
  if (lost.length > 0) return `has a ${lost[0]!} that leads nowhere`;
  if (stepsOf(nodes) > SCHEMA_BOUNDS.patternSteps) {
    return `has patterns of more than ${SCHEMA_BOUNDS.patternSteps} steps`;
  }
  try {
    return expandedSize(nodes) > SCHEMA_BOUNDS.schemas ? TOO_MANY : null;
  } catch (error) {
    if (!(error instanceof EndlessSchema)) throw error;
    return 'refers to itself without end';
  }
}

const TOO_MANY = `expands to more than ${SCHEMA_BOUNDS.schemas} schemas, once its references are followed`;

/** `$async` is not a JSON Schema keyword; it makes a validator return a promise instead of a boolean. */
function isAsync({ part }: SchemaNode): boolean {
  return Object.hasOwn(part, '$async') && part['$async'] !== false;
}

function stepsOf(nodes: readonly SchemaNode[]): number {
  const patterns = nodes.flatMap(({ part }) => [
    part['pattern'],
    ...(isPart(part['patternProperties']) ? Object.keys(part['patternProperties']) : []),
  ]);
  return patterns.reduce<number>(
    (steps, pattern) => steps + (typeof pattern === 'string' ? patternSize(pattern) : 0),
    0,
  );
}
