// `npm test [-- jest arguments]`: installs and builds what is missing, then runs every test, or those that are named.
import { ensureBuilt } from './ready/build.mjs';
import { ensureInstalled } from './ready/install.mjs';
import { npm } from './ready/run.mjs';

await ensureInstalled();
await ensureBuilt();
process.exitCode = await npm('run', '--silent', 'jest', '--', ...process.argv.slice(2));
