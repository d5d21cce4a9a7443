import type { JsonSchema } from '../../model/extraction/extraction.js';
import { toStrictSchema } from './strict-schema.js';

/** A response format and its request parameters. */
export interface AnswerFormat {
  readonly name: 'json_schema' | 'json_object' | 'text';
  readonly parameters: object;
}

/** All formats for an answer of this shape, the strictest first. */
export function answerFormats(schema: JsonSchema | null): AnswerFormat[] {
  const loose: AnswerFormat[] = [
    { name: 'json_object', parameters: { response_format: { type: 'json_object' } } },
    { name: 'text', parameters: {} },
  ];
  return schema === null ? loose : [bySchema(schema), ...loose];
}

function bySchema(schema: JsonSchema): AnswerFormat {
  const strict = toStrictSchema(schema);
  const json_schema = { name: 'page_data', strict: strict !== null, schema: strict ?? schema };
  return { name: 'json_schema', parameters: { response_format: { type: 'json_schema', json_schema } } };
}
