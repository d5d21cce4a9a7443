// Which steps passed here, and with which inputs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../scripts/ready/run.mjs';

const FILE = join(ROOT, 'node_modules/.cache/web-extract/passed-steps.json');
/** Inputs of every step. */
const MACHINERY = ['.ci/**'];

/** Remembers the inputs of steps that passed in this working folder, with their commit and counts. */
export class PassedSteps {
  constructor() {
    this.files = listFiles();
    this.passed = readJson(FILE);
  }

  /** @returns commit and counts of the last run with the same inputs; undefined if the step has to run */
  find(step) {
    const known = step.inputs ? this.passed[step.name] : undefined;
    return known && known.hash === this.hash(step) ? known : undefined;
  }

  store(step, { passed }) {
    if (!step.inputs) return;
    const commit = git('rev-parse', '--short', 'HEAD').trim();
    this.passed[step.name] = { hash: this.hash(step), commit, passed };
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(this.passed, null, 2));
  }

  /** Of the names and contents of all inputs, the version of Node, and what else decides about the step. */
  hash({ inputs, command, env, variant = '' }) {
    const hash = createHash('sha256').update(JSON.stringify([process.version, command, env, variant]));
    const chosen = this.files.filter((path) =>
      [...inputs, ...MACHINERY].some((pattern) => matches(pattern, path)),
    );
    for (const path of chosen) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
    return hash.digest('hex');
  }
}

/** Files that Git knows or would add. */
function listFiles() {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0');
  return [...new Set(listed)].filter((path) => path !== '' && isFile(join(ROOT, path))).sort();
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();

/** `folder/**` matches whatever is in a folder, `*` files of the root, other patterns a path. */
function matches(pattern, path) {
  if (pattern === '*') return !path.includes('/');
  return pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -2)) : path === pattern;
}

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {}; // No step has passed here.
  }
}
