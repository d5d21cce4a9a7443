// Packs the library and holds the tarball against what a published package must be.
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { node, run } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { packLibrary } from './lib/pack.mjs';
import { makeScratch } from './lib/scratch.mjs';

/** Not a dependency of the workspace: only this check uses it, and it brings a TypeScript of its own. */
const TYPES_CHECKER = '@arethetypeswrong/cli@0.18.5';

await ensureBuilt();
const checks = new Checks();
const { tarball, files } = packLibrary(makeScratch());
const strays = files.filter(
  (path) =>
    !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path) ||
    /\.(spec|contract)\.|\/(testing|bench)\//.test(path),
);
checks.add('holds only the build and its documents', strays.length === 0, strays.join(', '));
checks.add('publint', (await node('node_modules/publint/src/cli.js', tarball, '--strict')) === 0);
checks.add('are the types wrong', (await run('npx', ['--yes', TYPES_CHECKER, tarball])) === 0);
checks.close();
