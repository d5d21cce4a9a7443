// Makes the packed OpenAPI document smaller; the one in docs/ keeps its schemas at the place where they are read.

/** Shorter schemas are repeated; they are easier to read in place. */
const LEAST_CHARACTERS = 200;

/** Moves repeated parts of the schemas of an OpenAPI document to schemas of their own. */
export function shareSchemas(document) {
  const { schemas } = document.components;
  const uses = new Map();
  const count = (schema) => {
    const text = JSON.stringify(schema);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    return mapParts(schema, count);
  };
  for (const schema of Object.values(schemas)) mapParts(schema, count);

  const names = new Map();
  const share = (schema) => {
    const text = JSON.stringify(schema);
    if (uses.get(text) < 2 || text.length < LEAST_CHARACTERS) return mapParts(schema, share);
    if (!names.has(text)) names.set(text, `Shared${names.size + 1}`);
    return { $ref: `#/components/schemas/${names.get(text)}` };
  };
  const shared = mapValues(schemas, (schema) => mapParts(schema, share));
  for (const [text, name] of names) shared[name] = mapParts(JSON.parse(text), share);
  return { ...document, components: { ...document.components, schemas: shared } };
}

/** Applies a change to the schemas that a schema consists of. */
function mapParts(schema, change) {
  const parts = { ...schema };
  if (schema.properties) parts.properties = mapValues(schema.properties, change);
  for (const key of ['items', 'additionalProperties', 'not'])
    if (typeof schema[key] === 'object') parts[key] = change(schema[key]);
  for (const key of ['anyOf', 'oneOf', 'allOf']) if (schema[key]) parts[key] = schema[key].map(change);
  return parts;
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
