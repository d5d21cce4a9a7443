// What documents cost, beside the programs that are known for them: processor time, all in one run, in turns. Each figure is printed with
// its goal.
//   npm run build:lib && node bench/documents.mjs --data DIR [--peers DIR] [--rounds 6]
// DIR holds files in any folder, told by their endings; none that was made to do harm, for no thread bounds it here. `--peers` is a
// folder in which `npm install mammoth turndown xlsx` was run; pdftotext (poppler-utils) is found by its name. What is not there is
// left out.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { convertDocument } from './convert-document.mjs';

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    peers: { type: 'string' },
    rounds: { type: 'string', default: '6' },
    first: { type: 'string' }, // a run of its own: the first document of a process
  },
});
const ROUNDS = Number(args.rounds);
const MANY_PAGES = 1_000;
/** Runs of the first document of a process, in turns. */
const FIRST_ROUNDS = 7;
/** Largest ratios; those of kinds also hold for the first pass, with the loading of both. */
const GOALS = { pdf: 6, docx: 0.5, xlsx: 1.3, first: 1.5 };
const MANY_ROWS = 5_000;

/** Milliseconds of the processor, of this process and of children that have ended; `work` may be asynchronous. */
async function costOf(work) {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

/** Linux only; 0 elsewhere. */
function childrenMs() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').pop().split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function filesOf(ending) {
  return readdirSync(args.data, { recursive: true })
    .filter((name) => name.toLowerCase().endsWith(`.${ending}`))
    .map((name) => ({
      path: join(args.data, name),
      body: new Uint8Array(readFileSync(join(args.data, name))),
    }));
}

/** Peers by the kind they are for; each takes one file. */
function peersIn(folder) {
  const peers = { pdf: ['pdftotext', ({ path }) => spawnSync('pdftotext', ['-q', path, '/dev/null'])] };
  if (spawnSync('pdftotext', ['-v']).error) delete peers.pdf;
  if (!folder || !existsSync(folder)) return peers;
  const load = createRequire(join(folder, 'package.json'));
  peers.docx = [
    'mammoth and turndown',
    async ({ body }) => {
      const { value } = await load('mammoth').convertToHtml({ buffer: Buffer.from(body) });
      new (load('turndown'))().turndown(value);
    },
  ];
  peers.xlsx = [
    'SheetJS',
    ({ body }) => {
      const { read, utils } = load('xlsx');
      const { Sheets } = read(body);
      for (const sheet of Object.values(Sheets)) utils.sheet_to_json(sheet, { header: 1, raw: false });
    },
  ];
  return peers;
}

async function compare(kind, [name, peer], files = filesOf(kind)) {
  if (files.length === 0) return;
  const each = async (work) => {
    for (const file of files) await Promise.resolve(work(file)).catch(() => {}); // some files are broken
  };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await costOf(() => each(({ body }) => convertDocument(body)));
    rounds.push([own, await costOf(() => each(peer))]);
  }
  const [first, ...later] = rounds.map(([own, other]) => own / other);
  const ms = rounds
    .slice(1)
    .map(([own]) => own)
    .sort((a, b) => a - b)[later.length >> 1];
  const ratio = later.sort((a, b) => a - b)[later.length >> 1];
  console.log(
    `${kind}: ${files.length} files, ${(ms / files.length).toFixed(1)} ms each, ${ratio.toFixed(2)} x ${name} (first pass ${first.toFixed(2)} x)${goal(kind, Math.max(ratio, first))}`,
  );
}

function goal(name, ratio) {
  return `; goal ${GOALS[name]}, ${ratio <= GOALS[name] ? 'met' : 'MISSED'}`;
}

/** Workbooks of many cells: texts, numbers, and both. */
function manyCells(folder) {
  const { utils, write } = createRequire(join(folder, 'package.json'))('xlsx');
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const text = () => ['station', 'wind', 'rainfall', 'north', 'report'][Math.floor(random() * 5)].repeat(2);
  const rows = {
    texts: () => Array.from({ length: 8 }, () => `${text()} ${text()} ${text()}`),
    numbers: () => Array.from({ length: 8 }, () => random() * 10_000),
    both: () => [
      text(),
      random() * 1_000,
      Math.floor(random() * 100),
      new Date(1.7e12 + random() * 1e10),
      random() < 0.5,
    ],
  };
  return Object.values(rows).map((row) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(Array.from({ length: MANY_ROWS }, row)), 'Data');
    return { body: new Uint8Array(write(book, { type: 'buffer', bookSST: true, compression: true })) };
  });
}

/** The time of everything but pdf.js as a part of the time of pdf.js, by samples. */
async function layoutShare() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  for (const { body } of filesOf('pdf')) await convertDocument(body).catch(() => {});
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const urls = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.url]));
  const of = (part) => profile.samples.filter((id) => urls.get(id).includes(part)).length;
  console.log(`pdf: layout and markdown are ${(of('/documents/') / of('/unpdf/')).toFixed(2)} x pdf.js`);
}

/** A file of many pages with a page of text on each. */
function manyPages() {
  const line =
    'BT /F 10 Tf 72 700 Td (Each station records wind speed and rainfall every ten minutes.) Tj ET';
  const content = Array.from({ length: 45 }, (_, n) => line.replace('700', String(740 - 15 * n))).join('\n');
  const kids = Array.from({ length: MANY_PAGES }, (_, n) => `${n + 5} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${MANY_PAGES}>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>>>';
  for (let n = 0; n < MANY_PAGES; n++) objects.push(page);
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n`);
}

/** Runs this file in a new process, to measure the first document of a process. */
function anew(first) {
  const script = fileURLToPath(import.meta.url);
  const { stdout } = spawnSync(process.execPath, [script, '--data', args.data, '--first', first], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

/** Median ratio of the first document of a process to the loading of unpdf, in processes that have both loaded the converter. */
function firstRatio() {
  const runs = Array.from({ length: FIRST_ROUNDS }, () => [anew('pdf').ms, anew('unpdf').ms]);
  const [own, bare] = [0, 1].map((of) => runs.map((run) => run[of]).sort((a, b) => a - b)[FIRST_ROUNDS >> 1]);
  return own / bare;
}

async function runFirst() {
  if (args.first === 'unpdf') await (await import('unpdf')).getResolvedPDFJS();
  else if (args.first === 'many') await convertDocument(manyPages());
  else await convertDocument(filesOf('pdf').sort((a, b) => a.body.length - b.body.length)[0].body);
  console.log(JSON.stringify({ ms: cpuMs(), peakMb: process.resourceUsage().maxRSS / 1024 }));
  process.exit(); // pdf.js leaves a port open
}

if (args.first) await runFirst();
const peers = peersIn(args.peers);
for (const [kind, peer] of Object.entries(peers)) await compare(kind, peer);
if (peers.xlsx) await compare('xlsx', peers.xlsx, manyCells(args.peers));
if (filesOf('pdf').length > 0) {
  await layoutShare();
  const first = firstRatio();
  console.log(`first PDF of a process: ${first.toFixed(2)} x loading unpdf${goal('first', first)}`);
}
console.log(`PDF of ${MANY_PAGES} pages: ${anew('many').peakMb.toFixed(0)} MB at most`);
process.exit();
