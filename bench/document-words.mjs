// Words of documents that are neither in the markdown nor covered by a warning, peak memory of one process that reads all of them, and the
// longest processor time of the files of at most 64 KiB. The words of a file are taken from its parts (XML, pages of a book, pdftotext) by
// another parser in another process, which sees none of the readers. The heap limit is that of a thread that converts documents.
//   npm run build:lib && node --max-old-space-size=1536 bench/document-words.mjs --data DIR [--only docx,pdf] [--show 20] [--words]
// DIR holds files in any folder, recognised by their endings, and unpacked books (folders with META-INF/container.xml). The goals
// are over the test files of apache/poi, apache/tika, docling-project/docling, jgm/pandoc, python-openxml/python-docx, firecrawl/anydoc,
// w3c/epub-tests and idpf/epub3-samples; none of them is in this repository.
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { convertDocument } from './convert-document.mjs';
import { bytesOf } from './document-words/bytes-of.mjs';

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    show: { type: 'string', default: '10' }, // files printed a kind, worst first
    words: { type: 'boolean', default: false }, // with words that are lost
  },
});
const KINDS = {
  docx: ['docx', 'docm', 'dotx', 'dotm'],
  pptx: ['pptx', 'pptm', 'ppsx', 'potx'],
  xlsx: ['xlsx', 'xlsm', 'xltx'],
  odt: ['odt', 'fodt', 'ott'],
  odp: ['odp', 'fodp'],
  ods: ['ods', 'fods'],
  epub: ['epub'],
  pdf: ['pdf'],
  // read for memory and time only: their words have no parser here
  other: ['doc', 'dot', 'xls', 'xlsb', 'ppt', 'pps', 'rtf'],
};
/** Mean percentage of lost words by kind, megabytes and milliseconds. */
const GOALS = { docx: 1, pptx: 0.5, odt: 1, epub: 1.5, peakMb: 600, smallMs: 2_000 };
const SMALL_BYTES = 64 * 1024;

const kinds = args.only?.split(',') ?? Object.keys(KINDS);
const judge = fork(fileURLToPath(new URL('./document-words/judge.mjs', import.meta.url)));
const results = [];
const failures = new Map();
for (const { path, kind, bytes } of filesIn(args.data)) {
  const body = bytes();
  const result = { path, kind, bytes: body.length, ...(await convert(body)) };
  if (result.error !== null) failures.set(result.error, (failures.get(result.error) ?? 0) + 1);
  else if (kind !== 'other') Object.assign(result, await judged({ path, kind, markdown: result.markdown }));
  results.push({ ...result, markdown: null, peakMb: process.resourceUsage().maxRSS / 1024 });
}
judge.disconnect();
report();

function* filesIn(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  for (const name of names) {
    const path = join(folder, name);
    if (name.endsWith('META-INF/container.xml') && kinds.includes('epub')) {
      const book = dirname(dirname(path));
      yield { path: book, kind: 'epub', bytes: () => bytesOf(book) };
    }
    const ending = extname(name).slice(1).toLowerCase();
    const kind = kinds.find((one) => KINDS[one].includes(ending));
    if (kind) yield { path, kind, bytes: () => bytesOf(path) };
  }
}

async function convert(body) {
  const before = threadMs();
  try {
    const { markdown, warnings } = await convertDocument(body);
    return {
      error: null,
      markdown,
      warnings: warnings.map((warning) => warning.message ?? warning),
      ms: threadMs() - before,
    };
  } catch (error) {
    return { error: error.code ?? error.name, message: error.message, warnings: [], ms: threadMs() - before };
  }
}

/** Processor time of the main thread, without the threads of the garbage collector; Linux only. */
function threadMs() {
  const path = `/proc/self/task/${process.pid}/stat`;
  if (!existsSync(path)) return performance.now();
  const fields = readFileSync(path, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function judged({ path, kind, markdown }) {
  return new Promise((resolve) => {
    judge.once('message', resolve);
    judge.send({ path, kind, markdown });
  });
}

function report() {
  for (const kind of kinds) {
    const measured = results.filter((one) => one.kind === kind && one.total > 0);
    if (measured.length === 0) continue;
    const silent = measured.map((one) => ({ ...one, silent: isWarned(one) ? 0 : one.lost }));
    const worst = silent.filter((one) => one.silent > 0).sort((a, b) => share(b) - share(a));
    for (const one of worst.slice(0, Number(args.show))) {
      console.log(`  ${share(one).toFixed(1)} % of ${one.total}  ${one.path}`);
      if (args.words)
        console.log(
          `    ${one.sample.join(' ')}${one.warnings.length ? `\n    ! ${one.warnings.join(' | ').slice(0, 300)}` : ''}`,
        );
    }
    const mean = average(silent.map(share));
    const all = average(measured.map(({ lost, total }) => (100 * lost) / total));
    const median = silent.map(share).sort((a, b) => a - b)[silent.length >> 1];
    const goal = GOALS[kind] === undefined ? '' : ` (goal ${GOALS[kind]})`;
    console.log(
      `${kind}: ${mean.toFixed(2)} % of the words lost without a warning${goal}, median ${median.toFixed(2)}, ` +
        `with the warned ${all.toFixed(2)}; ${measured.length} files, ${worst.length} with losses`,
    );
  }
  const small = results.filter(({ bytes }) => bytes <= SMALL_BYTES).sort((a, b) => b.ms - a.ms);
  for (const { path, ms, bytes } of small.slice(0, 5)) console.log(`  ${ms} ms  ${bytes} bytes  ${path}`);
  console.log(
    `longest thread time of ${small.length} files of at most 64 KiB: ${small[0]?.ms} ms (goal ${GOALS.smallMs})`,
  );
  for (const { path, ms, bytes } of results.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`  ${ms} ms  ${bytes} bytes  ${path}`);
  const peak = results.at(-1).peakMb;
  console.log(`  memory highest while reading ${results.find(({ peakMb }) => peakMb === peak).path}`);
  console.log(`peak memory over ${results.length} files: ${Math.round(peak)} MB (goal ${GOALS.peakMb})`);
  console.log(`not converted: ${JSON.stringify(Object.fromEntries(failures))}`);
}

/** A warning that says that something was left out or not read. Words covered by it are not lost in silence. */
function isWarned({ warnings }) {
  return warnings.some((warning) =>
    /left out|could not be|in part|not read|omitted|hidden|cannot be|were not|was not/i.test(warning),
  );
}

function share({ silent, total }) {
  return (100 * silent) / total;
}

function average(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
