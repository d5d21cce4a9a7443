import { InvalidRequestError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { patternSize } from '../../web/scope/pattern-size.js';
import { cutBackReferences } from './cut-back-references.js';
import { SchemaGraph, type SchemaNode } from './schema-graph.js';
import { isPart } from './schema-keywords.js';
import { EndlessSchema, expandedSize } from './schema-size.js';

/** What a schema may be. Everything is counted before any of it is compiled, in time that is linear in its text. */
export const SCHEMA_BOUNDS = {
  /** Length of its JSON; it is stored with a crawl, and sent to the model. */
  chars: 256 * 1024,
  /** Levels of objects and lists. */
  depth: 100,
  /** Schemas within it, with everything written out that references, `allOf`, `anyOf` and `oneOf` multiply. */
  schemas: 20_000,
  /** Steps of all its regular expressions. */
  patternSteps: 10_000,
} as const;

export type SchemaPath = readonly (string | number)[];

/**
 * Refuses a schema that is larger than {@link SCHEMA_BOUNDS}, has no end, or is checked asynchronously.
 *
 * @param path where the schema stands in the request, for the error
 * @throws InvalidRequestError
 */
export function boundSchema(schema: JsonSchema, path: SchemaPath): void {
  const problem = textProblem(schema) ?? graphProblem(cutBackReferences(schema));
  if (problem !== null) throw schemaRefusal(path, problem);
}

export const schemaRefusal = (path: SchemaPath, reason: string): InvalidRequestError =>
  InvalidRequestError.at(path, { code: 'schema', reason });

/** Counts without writing: a schema of a host may hold itself. */
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

const TOO_MANY = `stands for more than ${SCHEMA_BOUNDS.schemas} schemas, once its references are followed`;

/** No keyword of JSON Schema: with it a validator answers with a promise, which is neither yes nor no. */
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
