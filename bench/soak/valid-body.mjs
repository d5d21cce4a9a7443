// Bodies with the required fields of a route and random optional ones.

/** Fields that need something which the measured application lacks, or that would be refused with most values. */
const LEFT_OUT = new Set([
  ...['actions', 'appendToId', 'changeTrackingOptions', 'headers', 'integration', 'jsonOptions', 'location'],
  ...['lockdown', 'maxAge', 'minAge', 'mobile', 'parsers', 'prompt', 'proxy', 'redactPII', 'schema'],
  ...['scrapeOptions', 'timeout', 'waitFor', 'webhook'],
]);
const SHARE = 0.25;
const REQUIRED = {
  url: (page) => page(),
  urls: (page) => [page(), page()],
  query: () => 'harbour',
  name: () => 'monitor',
  schedule: () => ({ cron: '0 0 1 1 *' }),
  targets: (page) => [{ type: 'scrape', urls: [page()] }],
};

/** @param page gives the URL of a page */
export function validBody(random, schema, schemas, page) {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  const body = {};
  for (const [name, field] of Object.entries(properties)) {
    const isNeeded = required.includes(name);
    if (name === 'limit') body.limit = 1 + random.below(3);
    else if (Object.hasOwn(REQUIRED, name)) {
      if (isNeeded || name === 'url' || name === 'urls') body[name] = REQUIRED[name](page);
    } else if (!LEFT_OUT.has(name) && (isNeeded || random.chance(SHARE)))
      body[name] = valueOf(random, resolved(field, schemas));
  }
  return body;
}

function resolved(schema, schemas) {
  return schema.$ref ? resolved(schemas[schema.$ref.split('/').at(-1)], schemas) : schema;
}

/** Undefined, which JSON leaves out, for kinds whose values depend on more than the schema says. */
function valueOf(random, { type, enum: words, minimum = 0, maximum = Infinity }) {
  if (words) return random.pick(words);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer') return Math.min(maximum, minimum + random.below(20));
  return undefined;
}
