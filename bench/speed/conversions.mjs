// Conversions of the same pages by two builds, in turns: this one in a process of its own, and one of an earlier checkout.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadPages } from '../content-model/pages.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where the function is, today and in earlier versions. */
const FILES = ['build/convert/convert-html.js', 'build/engine/convert/convert-html.js'];
const PAGES = 300;
const A_ROUND = 80;
const WARM_ROUNDS = 8;

if (process.send && process.argv[2] === 'speed-conversions') {
  const file = FILES.map((name) => join(process.argv[3], 'libs/web-extract', name)).find(existsSync);
  const { convertHtml } = await import(pathToFileURL(file));
  const pages = samplePages(process.argv[4]);
  process.on('message', (from) => {
    const before = process.cpuUsage();
    for (let at = from; at < from + A_ROUND; at++) {
      const { html, url } = pages[at % pages.length];
      convertHtml(html, optionsOf(url));
    }
    const { user, system } = process.cpuUsage(before);
    process.send((user + system) / 1000);
  });
  process.once('disconnect', () => process.exit());
  process.send('ready');
}

function samplePages(data) {
  const all = loadPages(data);
  return Array.from(
    { length: Math.min(PAGES, all.length) },
    (_, at) => all[Math.floor((at * all.length) / PAGES)],
  );
}

function optionsOf(url) {
  return {
    url,
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    contentRules: [],
    removeBase64Images: true,
    collectAnchors: false,
  };
}

/** @returns the median of the processor time of this build ÷ that of the checkout in `since` */
export async function compareConversions(since, data, rounds) {
  const builds = await Promise.all([since, ROOT].map((folder) => startBuild(folder, data)));
  const ratios = [];
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    const ms = [];
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0])
      ms[at] = await builds[at].convert((round + WARM_ROUNDS) * A_ROUND);
    if (round >= 0) ratios.push(ms[1] / ms[0]);
  }
  for (const build of builds) build.close();
  return ratios.sort((a, b) => a - b)[ratios.length >> 1];
}

async function startBuild(folder, data) {
  const child = fork(fileURLToPath(import.meta.url), ['speed-conversions', folder, data], { execArgv: [] });
  await once(child, 'message');
  const convert = async (from) => {
    child.send(from);
    return (await once(child, 'message'))[0];
  };
  return { convert, close: () => child.disconnect() };
}
