import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClients, ensureLoaders, ensurePrisma, ensureRecipes } from '../../scripts/ready/clients.mjs';
import { findBrowser } from '../../scripts/ready/browser.mjs';
import { findPostgres, startPostgres } from '../../scripts/ready/postgres.mjs';
import { findRedis, startRedis } from '../../scripts/ready/redis.mjs';
import { ROOT } from '../../scripts/ready/run.mjs';

/** Starts what the specs of this run ask for, and nothing else. */
export default async function setUp(globalConfig) {
  const specs = listSpecs(globalConfig);
  if (specs.some((text) => text.includes('/setup/clients.js')))
    await provide(ensureClients, 'The published clients');
  if (specs.some((text) => text.includes('/setup/langchain.js')))
    await provide(ensureLoaders, "LangChain's loaders");
  if (specs.some((text) => text.includes('/setup/recipes.js')))
    await provide(ensureRecipes, 'The packages of the recipes');
  if (specs.some((text) => text.includes('/setup/prisma.js'))) await provide(ensurePrisma, 'Prisma');
  if (specs.some((text) => text.includes('/setup/redis.js'))) await provideRedis();
  if (specs.some((text) => text.includes('/setup/postgres.js'))) await providePostgres();
  if (specs.some((text) => text.includes('/setup/browser.js'))) await provideBrowser();
}

/** What nobody can do without: they are the contract. */
async function provide(ensure, what) {
  if (!(await ensure())) throw new Error(`${what} could not be installed`);
}

async function provideBrowser() {
  const program = await findBrowser();
  if (!program) return reportMissing('chromium-headless-shell');
  process.env.TEST_BROWSER = program;
}

async function provideRedis() {
  const program = await findRedis();
  if (!program) return reportMissing('redis-server');
  const redis = await startRedis(program);
  process.env.TEST_REDIS_URL = redis.url;
  process.env.TEST_REDIS_PROGRAM = program;
  stopLater(redis.stop);
}

async function providePostgres() {
  const programs = await findPostgres();
  if (!programs) return reportMissing('postgresql');
  const server = await startPostgres(programs);
  process.env.TEST_POSTGRES_URL = server.url;
  process.env.TEST_POSTGRES_SUPER_URL = server.superUrl;
  process.env.TEST_POSTGRES_PROGRAMS = programs;
  stopLater(server.stop);
}

function stopLater(stop) {
  (globalThis.stopMachinery ??= []).push(stop);
}

/** Without it some specs are skipped: said loudly, and an error where everything is required, as in CI. */
function reportMissing(program) {
  const message = `${program} was not found and could not be installed`;
  if (process.env.WEB_EXTRACT_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message}: THE SPECS THAT NEED IT ARE SKIPPED ***\n`);
}

/** The text of each spec that this run may touch. */
function listSpecs({ testPathPatterns, rootDir }) {
  const named = testPathPatterns.toExecutor({ rootDir });
  return ['libs', 'apps', 'test']
    .flatMap((folder) => walk(join(ROOT, folder)))
    .filter((path) => path.endsWith('spec.ts') && named.isMatch(path))
    .map((path) => readFileSync(path, 'utf8'));
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    return entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)];
  });
}
