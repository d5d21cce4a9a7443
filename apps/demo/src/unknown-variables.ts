import { VARIABLES } from './variables';
import type { Environment } from './settings';

const PREFIX = 'WEB_EXTRACT_';
const KNOWN: readonly string[] = VARIABLES.map(({ name }) => name).filter((name) => name.startsWith(PREFIX));

/** Variables of commands that send requests to a server; `.env` may be shared with them. */
const KEY_OF_COMMANDS = 'WEB_EXTRACT_API_KEY';
const SERVER_OF_COMMANDS = 'WEB_EXTRACT_SERVER';

/** A warning for each variable with our prefix that the server does not read, with the known name that is most similar. */
export function unknownVariableWarnings(env: Environment): string[] {
  const isKeySet = Boolean(env['WEB_EXTRACT_API_KEYS']?.trim()) || env['WEB_EXTRACT_AUTH']?.trim() === 'off';
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN.includes(name) && name !== SERVER_OF_COMMANDS)
    .filter((name) => name !== KEY_OF_COMMANDS || !isKeySet)
    .map((name) => `${name} is no variable of the server and is ignored: did you mean ${nearestName(name)}?`);
}

function nearestName(name: string): string {
  const distances = KNOWN.map((known) => ({ known, edits: editDistance(name, known) }));
  return distances.reduce((best, one) => (one.edits < best.edits ? one : best)).known;
}

/** Levenshtein distance of two names, which the environment bounds. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
