// Reads a page, a site and a document with the packed library on each supported version of Node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { install } from './lib/install.mjs';
import { packLibrary } from './lib/pack.mjs';
import { makeScratch } from './lib/scratch.mjs';

/** The lowest supported version and the current releases. */
const VERSIONS = ['20.19', '22', '24', '26'];
/** npm has the program of each version in one package per platform. */
const PLATFORM = `node-${process.platform}-${process.arch}`;
const PAGE = '<title>A page</title><h1>A page</h1><p>Some text. <a href="/report.pdf">A report</a></p>';
const REPORT = readFileSync(join(ROOT, 'libs/web-extract/playground/examples/report.pdf'));
/** Opens the embedded store's database, the only native module of the library. */
const OPEN_DATABASE = `
  const path = require.resolve('lmdb', { paths: [require.resolve('nestjs-web-extract')] });
  const database = require(path).open({ path: process.argv[1] });
  database.put('key', 'value').then(() => console.log(database.get('key')));
`;

/** A program that has not ended by then hangs. */
const LONGEST_RUN_MS = 300_000;

await ensureBuilt();
const checks = new Checks();
const scratch = makeScratch();
const host = emptyFolder('host');
const { tarball } = packLibrary(scratch);
const site = await serveSite();
if (hasInstalled('the library', host, tarball)) {
  for (const version of VERSIONS) await checkVersion(version);
}
site.close();
checks.close();

async function checkVersion(version) {
  const folder = emptyFolder(`node-${version}`);
  if (!hasInstalled(`Node ${version}`, folder, `${PLATFORM}@${version}`)) return;
  const node = join(folder, 'node_modules', PLATFORM, 'bin/node');
  const address = `http://127.0.0.1:${site.address().port}`;
  const program = realpathSync(join(host, 'node_modules/.bin/nestjs-web-extract'));
  const command = (...args) => runNode(node, [program, ...args, '--allow-private']);
  const check = (name, { code, output }, expected) =>
    checks.add(`Node ${version} ${name}`, code === 0 && output.includes(expected), output);
  check('is this version', await runNode(node, ['--version']), `v${version}.`);
  check('scrapes a page', await command('scrape', address), '# A page');
  check('reads a document', await command('scrape', `${address}/report.pdf`), '# ');
  check(
    'crawls a site',
    await command('crawl', address, '--limit', '2', '-o', join(folder, 'out')),
    '2 pages',
  );
  check('opens the database', await runNode(node, ['-e', OPEN_DATABASE, join(folder, 'store')]), 'value');
}

function emptyFolder(name) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
}

function hasInstalled(name, folder, ...packages) {
  const isInstalled = install(folder, ...packages).status === 0;
  checks.add(`installs ${name}`, isInstalled);
  return isInstalled;
}

async function serveSite() {
  const server = createServer(({ url }, response) => {
    const isReport = url === '/report.pdf';
    response
      .setHeader('content-type', isReport ? 'application/pdf' : 'text/html')
      .end(isReport ? REPORT : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function runNode(node, args) {
  const child = spawn(node, args, {
    cwd: host,
    timeout: LONGEST_RUN_MS,
    env: { ...process.env, WEB_EXTRACT_BROWSER: 'off' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
