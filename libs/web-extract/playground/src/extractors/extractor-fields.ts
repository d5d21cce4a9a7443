import type { ShownCall } from '../code/call-code.js';
import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { examplesOf, fieldsOf, pagesOf, schemaOf, type ExampleValues } from './example-values.js';

export const EXTRACTOR_FIELDS: readonly FieldSpec[] = [
  {
    name: 'pages',
    label: 'Pages, one URL a line',
    kind: 'lines',
    placeholder: 'https://shop.example/lamp',
    hint: 'Two to 50 pages of the same kind; five or more are better.',
  },
  {
    name: 'fields',
    label: 'Fields, one a line',
    kind: 'lines',
    placeholder: 'price: number',
    hint: 'Types: string (default), number, integer, boolean.',
  },
];

export const EXTRACTOR_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Options',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', placeholder: 'shop' },
      {
        name: 'sources',
        label: 'Sources of examples',
        kind: 'chips',
        words: [
          ['values', 'Entered values'],
          ['stated', 'Data of the page'],
          ['model', 'Model'],
        ],
        hint: 'All available ones if none is chosen.',
      },
      {
        name: 'heal',
        label: 'Healing',
        kind: 'choice',
        words: [
          ['', 'From recorded values'],
          ['off', 'Off'],
        ],
      },
    ],
  },
];

/** Request of the form. */
export function extractorCall(values: Values, examples: ExampleValues): ShownCall {
  const text = (name: string) => String(values[name] ?? '').trim();
  const fields = fieldsOf(text('fields'));
  const sources = (values['sources'] as readonly string[] | undefined) ?? [];
  const body = {
    ...(text('name') === '' ? {} : { name: text('name') }),
    schema: schemaOf(fields),
    pages: examplesOf(pagesOf(text('pages')), fields, examples),
    ...(sources.length === 0 ? {} : { sources }),
    ...(text('heal') === '' ? {} : { heal: text('heal') }),
  };
  return { kind: 'extractors', body };
}
