// What documents cost, beside the programs that are known for them: processor time, all in one run, in turns.
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
import { convertPage } from '../libs/web-extract/build/convert/convert-page.js';

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

function convert(body) {
  return convertPage({
    url: 'file:///document',
    body,
    contentType: null,
    statusCode: 200,
    formats: ['markdown'],
    onlyMainContent: false,
    includeSelectors: [],
    excludeSelectors: [],
    contentRules: [],
    collectAnchors: false,
    parsePdf: true,
    removeBase64Images: true,
  });
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

async function compare(kind, [name, peer]) {
  const files = filesOf(kind);
  const each = async (work) => {
    for (const file of files) await Promise.resolve(work(file)).catch(() => {}); // some files are broken
  };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await costOf(() => each(({ body }) => convert(body)));
    rounds.push([own, await costOf(() => each(peer))]);
  }
  const [first, ...later] = rounds.map(([own, other]) => own / other);
  const ms = rounds
    .slice(1)
    .map(([own]) => own)
    .sort((a, b) => a - b)[later.length >> 1];
  const ratio = later.sort((a, b) => a - b)[later.length >> 1];
  console.log(
    `${kind}: ${files.length} files, ${(ms / files.length).toFixed(1)} ms each, ${ratio.toFixed(2)} x ${name} (first pass ${first.toFixed(2)} x)`,
  );
}

/** The time of everything but pdf.js as a part of the time of pdf.js, by samples. */
async function layoutShare() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  for (const { body } of filesOf('pdf')) await convert(body).catch(() => {});
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

async function runFirst() {
  if (args.first === 'unpdf') await (await import('unpdf')).getResolvedPDFJS();
  else if (args.first === 'many') await convert(manyPages());
  else await convert(filesOf('pdf').sort((a, b) => a.body.length - b.body.length)[0].body);
  console.log(JSON.stringify({ ms: cpuMs(), peakMb: process.resourceUsage().maxRSS / 1024 }));
  process.exit(); // pdf.js leaves a port open
}

if (args.first) await runFirst();
for (const [kind, peer] of Object.entries(peersIn(args.peers))) await compare(kind, peer);
await layoutShare();
console.log(`first PDF of a process: ${(anew('pdf').ms / anew('unpdf').ms).toFixed(2)} x loading unpdf`);
console.log(`PDF of ${MANY_PAGES} pages: ${anew('many').peakMb.toFixed(0)} MB at most`);
process.exit();
