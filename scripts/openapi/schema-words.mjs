// What a schema of OpenAPI says, in a few words for a cell of a table.

/** Names of ours stand without what keeps them apart from those of hosts. */
export const nameOf = (ref) => ref.replace(/^#\/components\/schemas\//, '').replace(/^WebExtract/, '');

/** Anchor of a heading, as GitHub makes it. */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A name that leads to its own section. */
export const linkTo = (name) => `[${name}](#${name.toLowerCase()})`;

/** The type with its bounds: `string, up to 8,192 characters`, `list of up to 50 integers`. */
export function wordsOf(schema) {
  const [only, ...others] = schema.allOf ?? [];
  if (only && others.length === 0) return wordsOf(only) + orNull(schema);
  if (schema.$ref) return linkTo(nameOf(schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && schema.type !== 'object') return choicesOf(choices) + orNull(schema);
  const words = schema.enum?.filter((word) => word !== null);
  if (words?.length === 0) return code(null);
  if (words) return words.map((word) => code(word)).join(', ') + orNull(schema);
  return plainWords(schema) + orNull(schema);
}

const orNull = ({ nullable }) => (nullable ? ' or `null`' : '');

function plainWords(schema) {
  switch (schema.type) {
    case 'array':
      return listWords(schema);
    case 'object':
      return objectWords(schema);
    case 'string':
      return schema.format === 'binary'
        ? 'file'
        : joined('string', lengthOf(schema, 'characters'), patternOf(schema));
    case 'integer':
    case 'number':
      return joined(schema.type, boundsOf(schema));
    default:
      return schema.type ?? 'anything';
  }
}

function listWords({ items = {}, ...list }) {
  const size = sizeOf(list);
  const words = wordsOf(items);
  return words === 'anything' ? joined('list', size) : `list${size ? ` of ${size}` : ''}: ${words}`;
}

/** Fields of nested objects have only names and types. */
function objectWords({ properties, required = [], additionalProperties, maxProperties }) {
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) =>
      fieldWords(name, field, required.includes(name)),
    );
    return `{ ${fields.join('; ')} }`;
  }
  const size = rangeOf(undefined, maxProperties);
  if (typeof additionalProperties !== 'object') return joined('object', size && `${size} fields`);
  return joined('object', size && `${size} fields`, `each ${wordsOf(additionalProperties)}`);
}

function fieldWords(name, field, isRequired) {
  const isOneWord = field.enum?.length === 1;
  return isOneWord
    ? `${code(name)}: ${code(field.enum[0])}`
    : `${code(isRequired ? name : `${name}?`)} ${wordsOf(field)}`;
}

/** Many choices stand in lines of their own. */
function choicesOf(choices) {
  const all = wordsOfChoices(choices);
  return all.join(all.length > 2 ? ';<br>or ' : '; or ');
}

/** Words first, then objects that consist of their `type` alone, together, then those with fields. */
function wordsOfChoices(choices) {
  const named = choices.filter(isOnlyType).map(({ properties }) => code(properties.type.enum[0]));
  const [objects, words] = [choices.filter(hasFields), choices.filter((choice) => !hasFields(choice))];
  return [
    ...words.map(wordsOf),
    ...(named.length > 0 ? [`{ ${code('type')}: ${named.join(', ')} }`] : []),
    ...objects.filter((choice) => !isOnlyType(choice)).map(wordsOf),
  ];
}

/** The choices, fields or values that a type consists of. */
export function partsOf(schema) {
  const [only, ...others] = schema.allOf ?? [];
  if (only && others.length === 0) return partsOf(only);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && schema.type !== 'object') return wordsOfChoices(choices);
  if (!schema.properties) return [];
  const required = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, field]) =>
    fieldWords(name, field, required.includes(name)),
  );
}

const hasFields = ({ properties }) => properties !== undefined;
const isOnlyType = ({ properties }) =>
  Object.keys(properties ?? {}).join() === 'type' && properties.type.enum?.length === 1;

const lengthOf = ({ minLength, maxLength }, unit) => {
  const range = rangeOf(minLength, maxLength);
  return range && `${range} ${unit}`;
};

const patternOf = ({ pattern }) => (pattern && pattern !== '\\S' ? `as ${code(pattern)}` : '');

function boundsOf({ minimum, maximum, exclusiveMinimum }) {
  if (minimum !== undefined && exclusiveMinimum) return `more than ${count(minimum)}`;
  return rangeOf(minimum, maximum);
}

export const sizeOf = ({ minItems, maxItems }) => rangeOf(minItems, maxItems);

function rangeOf(least, most) {
  if (least !== undefined && most !== undefined) return `${count(least)} to ${count(most)}`;
  if (most !== undefined) return `up to ${count(most)}`;
  return least === undefined ? '' : `at least ${count(least)}`;
}

const joined = (...parts) => parts.filter(Boolean).join(', ');
const count = (value) => value.toLocaleString('en');

/** As code in a cell of a table. */
export const code = (value) =>
  `\`${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('|', '\\|')}\``;
