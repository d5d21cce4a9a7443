// Runs the commands that README.md has for a clone, in order, in a clone of the current commit with nothing installed. Web sites are replaced by the page
// that `npm start` serves; of the tests one file is run, as the rest is a step of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../scripts/ready/free-port.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { readCloneCommands } from './lib/readme.mjs';
import { makeScratch } from './lib/scratch.mjs';

/** A command that has not ended by then hangs. */
const LONGEST_RUN_MS = 900_000;
const TITLE = 'The lighthouse at the point';

/** What each command must do. All commands of README.md are listed. */
const RULES = [
  { matches: /^npm start$/, run: startDemo },
  { matches: /^npm test$/, run: () => finishes('npm test -- normalize-url', (output) => /^12 passed, 0 failed$/m.test(output)) },
  { matches: /^curl /, run: (command) => finishes(ofDemo(command), (output) => JSON.parse(output).data.markdown.startsWith(`# ${TITLE}`)) },
  { matches: / scrape /, run: (command) => finishes(ofDemo(command), (output) => output.startsWith(`# ${TITLE}`)) },
  { matches: / crawl /, run: (command) => finishes(ofDemo(command), () => existsSync(join(clone, 'pages'))) },
]; // prettier-ignore

const checks = new Checks();
const clone = join(makeScratch(), 'clone');
const port = await findFreePort();
const environment = cleanEnvironment();
let demo = null;

spawnSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], { stdio: 'inherit' });
const commands = readCloneCommands();
checks.add('there are commands for a clone', commands.length > 0);
for (const command of commands) {
  const rule = RULES.find(({ matches }) => matches.test(command));
  const problem = rule
    ? await rule.run(command)
    : 'no rule says what it must do: add one to .ci/readme-clone.mjs';
  checks.add(command, problem === null, problem ?? '');
}
if (demo) checks.add('other addresses of this machine are refused', await refusesOthers());
stop(demo);
checks.close();

/** As in a shell of a new user: nothing of this workspace, and a port that is free. */
function cleanEnvironment() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|WEB_EXTRACT_|TEST_|CI_)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), PORT: String(port), WEB_EXTRACT_BROWSER: 'off' };
  delete env.CI;
  return env;
}

/** @returns null when it listens, else what it printed */
async function startDemo(command) {
  demo = start(command);
  const deadline = Date.now() + LONGEST_RUN_MS;
  while (demo.child.exitCode === null && Date.now() < deadline) {
    if (/^Try it: /m.test(demo.output)) return null;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return demo.output;
}

/** @returns null when it ends with code 0 and the right output, else what it printed */
async function finishes(command, isRight) {
  const program = start(command);
  const timer = setTimeout(() => stop(program), LONGEST_RUN_MS);
  const [code] = await program.closed;
  clearTimeout(timer);
  return code === 0 && isRight(program.stdout) ? null : `${command}\n${program.output}`;
}

/** The command with the printed key and addresses in place of those of README.md. */
function ofDemo(command) {
  const { key, sample } = printed();
  return command
    .replace(/<[^>]*key>/, key)
    .replace('http://localhost:3002', `http://localhost:${port}`)
    .replace('http://127.0.0.1:3003/', sample)
    .replace(/https:\/\/(?:docs\.)?example\.com\/?(?= )/, `${sample} --allow-private`);
}

function printed() {
  const [, key] = /API key: (\S+)/.exec(demo.output);
  const [, sample] = /^Try it: .*"url": "([^"]+)"/m.exec(demo.output);
  return { key, sample };
}

async function refusesOthers() {
  const { key } = printed();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: `http://127.0.0.1:${port}/health` });
  const response = await fetch(`http://127.0.0.1:${port}/v1/scrape`, { method: 'POST', headers, body });
  return response.status === 403;
}

function start(command) {
  const child = spawn('sh', ['-c', command], {
    cwd: clone,
    detached: true, // a group of its own: npm starts others
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  const program = { child, output: '', stdout: '', closed: once(child, 'close') };
  child.stdout.on('data', (chunk) => {
    program.output += chunk;
    program.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => (program.output += chunk));
  return program;
}

function stop(program) {
  if (program?.child.exitCode === null) process.kill(-program.child.pid, 'SIGKILL');
}
