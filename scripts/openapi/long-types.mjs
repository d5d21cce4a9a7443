// Types of fields that are too long for a cell of a table: each has a section of its own, shared by all fields with this type.
import { anchorOf, partsOf, sizeOf, wordsOf } from './schema-words.mjs';

const MAX_CELL = 200;

export class LongTypes {
  /** Words of a type → its section. */
  #sections = new Map();

  /** Words for a cell; a link where they are too long. */
  cell(name, schema) {
    const words = wordsOf(schema);
    if (words.length <= MAX_CELL) return words;
    const { title } = this.#sectionOf(name, words, schema);
    return `${kindOf(schema)}: [${title}](#${anchorOf(title)})`;
  }

  section() {
    const sections = [...this.#sections.values()].map(
      ({ title, schema }) => `### ${title}\n\n${listOf(schema)}\n`,
    );
    return ['## Long types\n', 'Types of fields that do not fit into a table.\n', ...sections].join('\n');
  }

  #sectionOf(name, words, schema) {
    const known = this.#sections.get(words);
    if (known) return known;
    const used = new Set([...this.#sections.values()].map(({ title }) => title));
    const base = `Type of ${name}`;
    let title = base;
    for (let n = 2; used.has(title); n++) title = `${base} (${n})`;
    const section = { title, schema };
    this.#sections.set(words, section);
    return section;
  }
}

/** The type without its parts. */
function kindOf(schema) {
  if (schema.type === 'array') return 'list';
  if (schema.properties) return 'object';
  return schema.enum ? 'string' : 'one of';
}

/** One choice, or one field, a line. */
function listOf(schema) {
  const items = schema.type === 'array' ? schema.items : schema;
  const parts = partsOf(items);
  if (parts.length < 2) return unescaped(wordsOf(schema));
  const size = schema.type === 'array' ? sizeOf(schema) : '';
  const intro = `${schema.type === 'array' ? `A list${size && ` of ${size}`}; each is ` : ''}${items.properties ? 'an object:' : 'one of:'}`;
  return [sentence(intro), '', ...parts.map((part) => `- ${unescaped(part)}`)].join('\n');
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1);
const unescaped = (words) => words.replaceAll('\\|', '|');
