import { readFileSync } from 'node:fs';
import { faultOf } from './answers.mjs';
import { anyValue, mutated, valueOf } from './values.mjs';

const DOCUMENT = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const { schemas } = DOCUMENT.components;
const ROUTES = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
    path,
    method: method.toUpperCase(),
    schema: requestBody?.content['application/json']?.schema,
    query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
  })),
);

/** Requests to all routes of the API, with bodies near their schemas. */
export async function fuzzBodies(random, { ask, site }) {
  const route = random.pick(ROUTES);
  const path = route.path.replace(/\{\w+\}/g, () =>
    random.pick(['x', '0b9f0d9c-8f4e-4a57-9a5e-6c1f8f3f8f1e', '%00', '%', '..%2f', 'a'.repeat(500)]),
  );
  const query = route.query
    .filter(() => random.chance(0.4))
    .map(
      (name) =>
        `${name}=${encodeURIComponent(String(random.pick([anyValue(random, 4), 1, 'x'])).toWellFormed())}`,
    );
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  const { body, headers } = bodyOf(random, route, site);
  const answer = await ask(
    random.chance(0.95) ? route.method : random.pick(['PUT', 'PATCH', 'HEAD', 'DELETE', 'POST']),
    target,
    body,
    headers,
  );
  const fault = faultOf(answer);
  return fault && `${route.method} ${target.slice(0, 200)} ${String(body).slice(0, 600)}: ${fault}`;
}

function bodyOf(random, { schema }, site) {
  if (!schema) return { body: undefined, headers: {} };
  const value = valueOf(random, schema, schemas);
  // without an address that exists most requests would end in the checks
  if (typeof value === 'object' && value !== null && random.chance(0.7)) {
    if ('url' in value) value.url = `${site}/page`;
    if ('urls' in value) value.urls = [`${site}/page`, `${site}/other`];
    if ('limit' in value) value.limit = 2;
    delete value.webhook;
    if (random.chance(0.9)) Object.assign(value, { timeout: 3_000 });
  }
  let body = Buffer.from(JSON.stringify(value) ?? '');
  if (random.chance(0.1)) body = mutated(random, body);
  const type = random.chance(0.95)
    ? 'application/json'
    : random.pick(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'a/b']);
  return { body, headers: { 'content-type': type } };
}
