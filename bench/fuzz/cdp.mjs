import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultOf } from './answers.mjs';

const ACTIONS = [
  { type: 'wait', milliseconds: 5 }, { type: 'wait', selector: 'p' }, { type: 'click', selector: 'p' }, { type: 'click', selector: 'p', all: true }, { type: 'write', text: 'a' },
  { type: 'press', key: 'Enter' }, { type: 'scroll', direction: 'down' }, { type: 'screenshot' }, { type: 'screenshot', fullPage: true }, { type: 'scrape' },
  { type: 'executeJavascript', script: '({})' }, { type: 'pdf' },
]; // prettier-ignore

/** Writes the program that the demo starts as its browser. @returns its path */
export async function makeFakeBrowser(folder, seed) {
  const path = join(folder, 'browser');
  const script = fileURLToPath(new URL('fake-browser.mjs', import.meta.url));
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' ${seed}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Pages in a browser whose answers are mutated. */
export async function fuzzCdp(random, { ask, site }) {
  const formats = ['markdown', ...(random.chance(0.4) ? [random.pick(['screenshot', 'rawHtml'])] : [])];
  const actions = Array.from({ length: random.below(4) }, () => random.pick(ACTIONS));
  const body = JSON.stringify({
    url: `${site}/page`,
    formats,
    actions,
    waitFor: random.below(30),
    timeout: 4_000,
  });
  const fault = faultOf(await ask('POST', '/v2/scrape', body, { 'content-type': 'application/json' }));
  return fault && `${body}: ${fault}`;
}
