import type { Schema } from './described-route.js';

/** The address in the path of `GET /r/{target}`. */
export const TARGET = {
  in: 'path',
  name: 'target',
  required: true,
  schema: { type: 'string' },
  description: 'URL of the page: the rest of the path and the query, without encoding',
};

/** Options of the reader as headers. */
export const READER_HEADERS: readonly Schema[] = [
  header('X-Main', ['true', 'false'], 'false keeps navigation, headers, footers and asides'),
  header('X-Links', ['inline', 'text', 'reference', 'true', 'false'], 'Link format; false means text'),
  header('X-Render', ['auto', 'always', 'never', 'true', 'false'], 'When a browser renders the page'),
  header('X-Target-Selector', null, 'CSS selectors of the parts to keep'),
  header('X-Remove-Selector', null, 'CSS selectors of the parts to remove'),
  header('X-Timeout', null, 'Timeout in seconds'),
  header('X-Return-Format', ['markdown', 'html'], 'Format of the answer'),
];

/** Response headers of the reader. */
export const READER_ANSWER_HEADERS: Schema = {
  'X-Page-Status': { description: 'HTTP status of the page', schema: { type: 'integer' } },
  'X-Page-Url': { description: 'Address of the page after redirects', schema: { type: 'string' } },
  'X-Page-Warning': { description: 'Warnings', schema: { type: 'string' } },
};

function header(name: string, values: readonly string[] | null, description: string): Schema {
  const schema = { type: 'string', ...(values ? { enum: values } : {}) };
  return { in: 'header', name, required: false, schema, description };
}
