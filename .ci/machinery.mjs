// Installs what the tests run besides the packages of the workspace, so that they need not wait for it.
import { findBrowser } from '../scripts/ready/browser.mjs';
import { ensureClients, ensureLoaders, ensureRecipes } from '../scripts/ready/clients.mjs';
import { findPostgres } from '../scripts/ready/postgres.mjs';
import { findRedis } from '../scripts/ready/redis.mjs';
import { Checks } from './lib/count.mjs';

const checks = new Checks();
checks.add('the published clients', await ensureClients());
checks.add("LangChain's loaders", await ensureLoaders());
checks.add('the packages of the recipes', await ensureRecipes());
checks.add('a Redis', (await findRedis()) !== null);
checks.add('a PostgreSQL', (await findPostgres()) !== null);
checks.add('a browser', (await findBrowser()) !== null);
checks.close();
