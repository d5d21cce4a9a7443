import type { ShownCall } from '../code/call-code.js';
import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { readFields } from '../ui/read-fields.js';

/** Field for the tag, which offers the tags that exist. */
export const tagField = (tags: readonly string[]): FieldSpec => ({
  name: 'tag',
  label: 'Tag',
  kind: 'text',
  placeholder: 'none',
  hint: 'Tag of tracked crawls.',
  suggestions: tags,
});

export const FEED_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Options',
    fields: [
      {
        name: 'since',
        label: 'Cursor',
        kind: 'text',
        placeholder: 'the whole corpus',
        hint: 'Reads the entries after it.',
      },
      { name: 'limit', label: 'Entries at once', kind: 'number', min: 1, placeholder: '100' },
    ],
  },
];

const ALL = [tagField([]), ...FEED_GROUPS.flatMap(({ fields }) => fields)];

/** Request of the form. */
export const feedCall = (values: Values): ShownCall => ({ kind: 'changes', body: readFields(ALL, values) });
