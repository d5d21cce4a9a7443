import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultOf } from './answers.mjs';
import { anyValue, valueOf } from './values.mjs';

const { components, paths } = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);
const BODY = paths['/v2/monitor'].post.requestBody.content['application/json'].schema;
const JSON_TYPE = { 'content-type': 'application/json' };

/** A monitor near its schema, its checks and their pages; it is deleted in the end. */
export async function fuzzMonitors(random, { ask, site }) {
  const faults = [];
  const call = async (method, path, body) => {
    const answer = await ask(method, path, body && JSON.stringify(body), body ? JSON_TYPE : {});
    const fault = faultOf(answer);
    if (fault) faults.push(`${method} ${path} ${JSON.stringify(body)?.slice(0, 500)}: ${fault}`);
    return answer;
  };
  const made = await call('POST', '/v2/monitor', bodyOf(random, site));
  if (made.status !== 200) return faults[0] ?? null;
  const { id } = JSON.parse(made.text).data;
  const path = `/v2/monitor/${id}`;
  const started = await call('POST', `${path}/run`, {});
  if (random.chance(0.3)) await call('PATCH', path, { ...bodyOf(random, site), name: anyValue(random, 3) });
  if (random.chance(0.5)) await sleep(random.below(500));
  if (started.status === 200) {
    const query = `limit=${1 + random.below(100)}&skip=${random.below(3)}`;
    await call('GET', `${path}/checks/${JSON.parse(started.text).data.id}?${query}`);
  }
  await call('GET', `/v2/monitor?limit=${1 + random.below(100)}&offset=${random.below(4)}`);
  await call('DELETE', path);
  return faults[0] ?? null;
}

function bodyOf(random, site) {
  const value = valueOf(random, BODY, components.schemas);
  const targets = random.chance(0.8)
    ? [
        {
          type: 'scrape',
          urls: [`${site}/page`, `${site}/other`],
          ...(random.chance(0.3) ? { scrapeOptions: anyValue(random, 3) } : {}),
        },
      ]
    : anyValue(random, 4);
  const isUsual = random.chance(0.7);
  const usual = isUsual ? { name: 'quay', schedule: { cron: '0 3 * * *' }, targets } : { targets };
  const rest = typeof value === 'object' && value !== null && random.chance(0.4) ? value : {};
  const body = { ...rest, ...usual };
  delete body.webhook;
  return body;
}
