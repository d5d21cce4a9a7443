import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT, run } from './run.mjs';

const CLIENTS = join(ROOT, 'test', 'clients');
/** LangChain asks for dozens of peers that its loaders do without: `.npmrc` there leaves them out. */
const LANGCHAIN = join(CLIENTS, 'langchain');
const RECIPES = join(CLIENTS, 'recipes');
const PRISMA = join(CLIENTS, 'prisma');
const DEPLOYMENT = join(ROOT, '.ci', 'deployment');

/** Installs the published clients that the tests run, unless exactly those are there already. @returns whether they are there */
export const ensureClients = () => ensureFolder(CLIENTS, 'the published clients');

/** The same with LangChain's loaders. */
export const ensureLoaders = () => ensureFolder(LANGCHAIN, "LangChain's loaders");

/** Installs the packages that docs/recipes use. */
export const ensureRecipes = () => ensureFolder(RECIPES, 'the packages of the recipes');

/** Installs Prisma for the recipe, and generates its client: neither needs the engines that its scripts would download. */
export async function ensurePrisma() {
  if (!(await ensureFolder(PRISMA, 'Prisma', '--ignore-scripts'))) return false;
  if (existsSync(join(PRISMA, 'node_modules', '.prisma', 'client', 'schema.prisma'))) return true;
  const program = join(PRISMA, 'node_modules', 'prisma', 'build', 'index.js');
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' };
  return (await run(process.execPath, [program, 'generate'], { cwd: PRISMA, env, stdio: 'ignore' })) === 0;
}

/** Installs the schemas of Kubernetes objects, for the check of the manifests. */
export const ensureSchemas = () => ensureFolder(DEPLOYMENT, 'the schemas of Kubernetes');

async function ensureFolder(folder, what, ...options) {
  if (isInstalled(folder)) return true;
  console.log(`Installing ${what} …`);
  return (
    (await npm('ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...options)) === 0
  );
}

function isInstalled(folder) {
  const present = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(present)) return false;
  const there = JSON.parse(readFileSync(present, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || there[path]?.version === version || optional,
  );
}
