// `npm run bench`: every measurement and what it tells. `npm run bench -- <name> [arguments]`: runs one on a fresh build.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './ready/build.mjs';
import { ensureInstalled } from './ready/install.mjs';
import { ROOT, giveUp, node } from './ready/run.mjs';

const FOLDER = join(ROOT, 'bench');

/** Files that say at their head how they are run; the others are their parts. */
function measurements() {
  const found = new Map();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.mjs'))) {
    const head = commentAtHead(readFileSync(join(FOLDER, file), 'utf8'));
    if (head.includes(`bench/${file}`)) found.set(file.slice(0, -'.mjs'.length), firstSentence(head));
  }
  return found;
}

function commentAtHead(source) {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join(' ');
}

function firstSentence(text) {
  return text.split(/[.:;](?:\s|$)/)[0];
}

const known = measurements();
const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  for (const [title, tells] of known) console.log(`${title.padEnd(14)} ${tells}`);
} else if (known.has(name)) {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await node('--expose-gc', join(FOLDER, `${name}.mjs`), ...args);
} else {
  giveUp(`There is no measurement ${name}. Known: ${[...known.keys()].join(', ')}`);
}
