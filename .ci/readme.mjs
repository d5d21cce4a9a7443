// Runs every command and snippet of README.md with the packed library: the commands in a shell, the snippets in hosts on both platforms. Web sites are
// replaced by one of this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import ts from 'typescript';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { lackOf } from './lib/lack-of.mjs';
import { packLibrary } from './lib/pack.mjs';
import { readReadme } from './lib/readme.mjs';
import { makeScratch } from './lib/scratch.mjs';

/** Packages of the application that README assumes. */
const DEPENDENCIES = {
  '@nestjs/common': '^11.0.0',
  '@nestjs/core': '^11.0.0',
  '@nestjs/platform-express': '^11.0.0',
  '@nestjs/platform-fastify': '^11.0.0',
  'reflect-metadata': '^0.2.0',
  rxjs: '^7.8.0',
};
const MARKDOWN = /^# Example Domain\n/;
/** A program that has not ended by then hangs. */
const LONGEST_RUN_MS = 600_000;

await ensureBuilt();
const checks = new Checks();
const folder = makeScratch();
const { tarball } = packLibrary(folder);
const { commands, snippets, answers, others, lines } = readReadme();
const site = await serveSite();
const base = `http://127.0.0.1:${site.address().port}`;
const environment = {
  ...process.env,
  SITE: `${base}/`,
  WEB_EXTRACT_ALLOW_PRIVATE: '127.0.0.1',
  WEB_EXTRACT_BROWSER: 'off',
  PORT: '0',
};
const known = [];
checks.add('has at most 250 lines', lines <= 250, `${lines} lines`);
checks.add('has code that is run', others.length === 0 && answers.length === 1 && snippets.length > 0);
layOut();
if (await runAll(/^npm install/, ({ code }) => code === 0)) {
  await runAll(/ scrape /, ({ code, output }) => code === 0 && MARKDOWN.test(output));
  await runAll(/ crawl /, ({ code }) => code === 0 && existsSync(join(folder, 'pages')));
  await runServer();
  for (const platform of ['express', 'fastify']) await runHost(platform);
}
const unknown = commands.filter((command) => !known.includes(command));
checks.add('every command is run', unknown.length === 0, unknown.join('\n'));
site.close();
checks.close();

function layOut() {
  mkdirSync(join(folder, 'snippets'));
  const dependencies = DEPENDENCIES;
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  for (const name of ['lack-of.mjs', 'readme-host.mjs'])
    copyFileSync(join(ROOT, '.ci/lib', name), join(folder, name));
  snippets.forEach((code, at) => {
    const { outputText } = ts.transpileModule(ofSite(code), { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, experimentalDecorators: true, emitDecoratorMetadata: true } }); // prettier-ignore
    writeFileSync(join(folder, `snippets/${at}.mjs`), outputText);
  });
}

/** Code with the addresses of this process, and a private data directory. */
function ofSite(code) {
  return code
    .replaceAll('https://docs.example.com/', `${base}/docs/`)
    .replaceAll('https://shop.example/', `${base}/`)
    .replaceAll('https://example.com', `${base}/`)
    .replace("dataDir: '/var/lib/extract'", `dataDir: ${JSON.stringify(join(folder, 'data'))}, allowPrivate: ['127.0.0.1']`)
    .replace('npm install nestjs-web-extract', `npm install --no-audit --no-fund --prefer-offline ${tarball}`); // prettier-ignore
}

/** Runs the commands that match. @returns true if all were right */
async function runAll(pattern, isRight) {
  const chosen = commands.filter((command) => pattern.test(command) && !/^curl/.test(command));
  let isGood = chosen.length > 0;
  for (const command of chosen) {
    known.push(command);
    const result = await finish(start(ofSite(command)));
    const isOne = isRight(result);
    checks.add(command, isOne, result.output + result.errors);
    isGood &&= isOne;
  }
  return isGood;
}

/** Starts the server, and sends the requests of README to it. */
async function runServer() {
  const [command] = commands.filter((one) => / serve$/.test(one));
  known.push(command);
  const program = start(command);
  const banner = await listening(program);
  checks.add(command, banner !== null, program.output + program.errors);
  if (banner === null) return;
  for (const request of requestsOf()) {
    known.push(request);
    const { output } = await finish(start(ofSite(request.replaceAll('http://localhost:3002', banner.url).replace(/<[^>]*key>/, banner.key)))); // prettier-ignore
    const lack = output.startsWith('{') ? lackOf(answers[0], JSON.parse(output)) : [];
    checks.add(request, lack.length === 0 && /# Example Domain/.test(output), `${lack.join(', ')} ${output}`);
  }
  process.kill(-program.child.pid, 'SIGTERM');
  await program.closed;
}

async function runHost(platform) {
  const given = JSON.stringify({ requests: requestsOf().map(ofSite), answer: answers[0] });
  const { code, output, errors } = await finish(start(`node readme-host.mjs ${platform} "$GIVEN"`, { GIVEN: given })); // prettier-ignore
  checks.add(`the snippets on ${platform}`, code === 0, output + errors);
}

function requestsOf() {
  return commands.filter((command) => /^curl/.test(command));
}

/** URL and key that a started server prints; null if it ends. */
async function listening(program) {
  while (program.child.exitCode === null) {
    const text = program.output + program.errors;
    const url = /Listening on\S* (http:\/\/\S+)/.exec(text)?.[1];
    const key = /API key: (\S+)/.exec(text)?.[1];
    if (url && key) return { url, key };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return null;
}

function start(command, more = {}) {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    detached: true, // a group of its own: npx starts the program as another process
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...more },
  });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LONGEST_RUN_MS);
  const closed = once(child, 'close').finally(() => clearTimeout(timer));
  const program = { child, output: '', errors: '', closed };
  child.stdout.on('data', (chunk) => (program.output += chunk));
  child.stderr.on('data', (chunk) => (program.errors += chunk));
  return program;
}

async function finish(program) {
  const [code] = await program.closed;
  return { code, output: program.output, errors: program.errors };
}

async function serveSite() {
  const page = (title, more = '') => `<!doctype html><html><head><title>${title}</title>${more}</head><body><h1>${title}</h1><p>This domain is for use in examples.</p></body></html>`; // prettier-ignore
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', offers: { '@type': 'Offer', price: 12.5 } }; // prettier-ignore
  const pages = {
    '/': page('Example Domain'),
    '/docs/': page('Documentation').replace('</p>', ' <a href="/docs/guide">The guide</a></p>'),
    '/docs/guide': page('The guide'),
    '/p/1': page('Lamp', `<script type="application/ld+json">${JSON.stringify(product)}</script>`),
  };
  const server = createServer(({ url }, response) => {
    const body = pages[url];
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
