// Packs the library and holds the tarball against what a published package must be, then runs its command line from an empty folder.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { node, ROOT, run } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { install } from './lib/install.mjs';
import { packLibrary } from './lib/pack.mjs';
import { writeSbom } from './lib/sbom.mjs';
import { makeScratch } from './lib/scratch.mjs';

/** Not a dependency of the workspace: only this check uses it, and it brings a TypeScript of its own. */
const TYPES_CHECKER = '@arethetypeswrong/cli@0.18.5';
/** Files and commands that only the repository has. */
const OF_REPOSITORY = /npm (?:start|test|run)|\b(?:bench|apps|test)\//;
/** Sizes of the package: compressed, and unpacked with its documents. */
const MAX_TARBALL_BYTES = 2_600_000;
const MAX_UNPACKED_BYTES = 9_300_000;
/** Guides, OpenAPI document and examples, unpacked. */
const MAX_DOCUMENT_BYTES = 810_000;

/** Code is no link, also if it looks like one. */
const CODE = /^```.*?^```|`[^`\n]+`/gms;

const PACKAGE = join(ROOT, 'libs/web-extract');

/** A program that has not ended by then hangs. */
const LONGEST_RUN_MS = 300_000;

await ensureBuilt();
/** Behind the entry `./testing`, for tests of hosts; everything else that tests use stays here. */
const FOR_HOSTS =
  /\/testing\/(fake\.fetcher|test-web|scripted\.language-model|listed\.search-provider|some-page|some-crawl|test-site|contracts\/([\w-]+\/)?[\w-]+\.contract|contracts\/renderer\/(scene|visitor))\.(js|d\.ts)$/;

const checks = new Checks();
const scratch = makeScratch();
const { tarball, files } = packLibrary(scratch);
const strays = files.filter(
  (path) =>
    !/^(dist\/|docs\/|examples\/|README\.md$|CHANGELOG\.md$|LICENSE$|package\.json$)/.test(path) ||
    (/\.(spec|contract)\.|\/(testing|bench)\//.test(path) && !FOR_HOSTS.test(path)),
);
checks.add('holds only the build and its documents', strays.length === 0, strays.join(', '));
const readme = execFileSync('tar', ['-xOf', tarball, 'package/README.md'], { encoding: 'utf8' });
const strange = readme.split('\n').filter((line) => OF_REPOSITORY.test(line));
checks.add('has a README that reads on its own', strange.length === 0, strange.join('\n'));
const dead = deadLinks();
checks.add('has documents whose links lead to packed files', dead.length === 0, dead.join('\n'));
const documentBytes = sizeOf(files.filter((path) => /^(?:docs|examples)\//.test(path)));
checks.add(
  'has the documents',
  documentBytes > 0 && documentBytes <= MAX_DOCUMENT_BYTES,
  `${documentBytes} bytes`,
);
const unpackedBytes = sizeOf(files);
checks.add(
  'is small',
  statSync(tarball).size <= MAX_TARBALL_BYTES && unpackedBytes <= MAX_UNPACKED_BYTES,
  `${statSync(tarball).size} bytes, ${unpackedBytes} unpacked`,
);
const megabytes = (bytes) => `${bytes / 1_000_000} MB`;
const stated = `${megabytes(MAX_TARBALL_BYTES)} compressed or ${megabytes(MAX_UNPACKED_BYTES)} unpacked`;
checks.add(
  'states its limits',
  readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8').includes(stated),
  `docs/dependencies.md has to name ${stated}`,
);
checks.add(
  'can be published',
  (await run('npm', ['publish', '--dry-run', '--loglevel', 'error', tarball])) === 0,
);
checks.add('publint', (await node('node_modules/publint/src/cli.js', tarball, '--strict')) === 0);
checks.add('are the types wrong', (await run('npx', ['--yes', TYPES_CHECKER, tarball])) === 0);
await checkCommandLine();
checks.close();

/** Relative links of the packed markdown whose targets are not in the package. */
function deadLinks() {
  const packed = new Set(files);
  return files
    .filter((path) => /^(?:README\.md|docs\/.*\.md)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(PACKAGE, path), 'utf8').replace(CODE, '');
      const targets = [...text.matchAll(/\]\(((?!https?:|#|mailto:)[^)\s]+)\)/g)].map(([, target]) => target);
      return targets
        .map((target) => normalize(join(dirname(path), target.replace(/#.*/, ''))))
        .filter(
          (target) =>
            !packed.has(target) && !files.some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`)),
        )
        .map((target) => `${path}: ${target}`);
    });
}

function sizeOf(paths) {
  return paths.reduce((sum, path) => sum + statSync(join(PACKAGE, path)).size, 0);
}

/** As `npx` has it: nothing but the package, and what npm brings along. */
async function checkCommandLine() {
  const folder = join(scratch, 'empty');
  mkdirSync(folder);
  const isInstalled = install(folder, tarball).status === 0;
  checks.add('installs into an empty folder', isInstalled);
  if (!isInstalled) return;
  checkSbom(folder);
  const site = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<title>A page</title><h1>A page</h1><p>Some text.</p>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = `http://127.0.0.1:${site.address().port}/`;
  const scrape = await runProgram(folder, ['scrape', address, '--allow-private']);
  checks.add('scrapes', scrape.code === 0 && scrape.output.startsWith('# A page\n'), scrape.output);
  const crawl = await runProgram(folder, ['crawl', address, '--allow-private', '--limit', '1', '-o', 'out/']);
  checks.add('crawls', crawl.code === 0, crawl.output);
  const serve = await runProgram(folder, ['serve']);
  const isTold = serve.output.includes('npx -p nestjs-web-extract -p @nestjs/platform-express');
  checks.add('says what serving needs', serve.code === 1 && isTold, serve.output);
  site.close();
}

/** The bill of materials of what a host installs; releases attach the file. */
function checkSbom(folder) {
  const { components, unlicensed } = writeSbom(folder, join(PACKAGE, 'sbom.cdx.json'));
  console.log(`sbom.cdx.json: ${components} packages`);
  checks.add(
    'has a bill of materials with all licences',
    components > 20 && unlicensed.length === 0,
    unlicensed.join(', '),
  );
}

async function runProgram(cwd, args) {
  const program = join(cwd, 'node_modules/.bin/nestjs-web-extract');
  const child = spawn(program, args, {
    cwd,
    timeout: LONGEST_RUN_MS,
    env: { ...process.env, WEB_EXTRACT_BROWSER: 'off' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
