// Damaged documents: reads seeded mutations of real files and reports the slowest, the largest and whatever is no document error.
//   npm run build:lib && node bench/mutations.mjs --data DIR [--only doc,xls] [--count 20000] [--seed 1] [--max-ms 5000] [--max-mb 512]
// DIR holds files in any folder, told by their endings. Each mutation is named by its file and number: `--file NAME --number N` repeats
// one of them and `--keep FILE` writes it. Mutations run in worker threads; one that does not end is ended and reported. Exit code 1 if
// a mutation breaks a bound or fails with an error that is none of documents.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** Bytes that fields of lengths, counts and offsets are hurt by. */
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];
const DOCUMENT_ERRORS = /^(Document(Damaged|Encrypted|TooLarge)|UnsupportedContent)Error$/;

/** A generator of numbers from 0 up to 1 that a seed repeats. @see mulberry32 */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One to eight changes: bits, bytes, words, copies of parts, cuts. */
function mutate(original, seed) {
  const random = randomFrom(seed);
  const below = (limit) => Math.floor(random() * limit);
  let bytes = Buffer.from(original);
  // half of the changes hit the first part, where headers and tables are
  const place = () => below(random() < 0.5 ? Math.min(bytes.length, 2_048) : bytes.length);
  const fill = (start) =>
    bytes.fill(EDGES[below(EDGES.length)], start, Math.min(bytes.length, start + below(300)));
  const copy = (start) => bytes.copy(bytes, place(), start, Math.min(bytes.length, start + below(600)));
  const changes = [
    () => (bytes[place()] ^= 1 << below(8)),
    () => (bytes[place()] = EDGES[below(EDGES.length)]),
    () => bytes.writeUInt32LE((random() * 2 ** 32) >>> 0, Math.min(place(), bytes.length - 4)),
    () =>
      bytes.writeUInt32LE(
        [0, 1, 0x7fffffff, 0xffffffff, bytes.length][below(5)],
        Math.min(place(), bytes.length - 4),
      ),
    () => bytes.writeUInt16LE([0, 1, 0x7fff, 0xffff][below(4)], Math.min(place(), bytes.length - 2)),
    () => copy(place()),
    () => fill(place()),
    () => (bytes = random() < 0.2 ? bytes.subarray(0, Math.max(16, below(bytes.length))) : bytes),
  ];
  for (let left = 1 + below(8); left > 0; left--) changes[below(changes.length)]();
  return new Uint8Array(bytes);
}

async function work() {
  const { convertDocument } = await import('./convert-document.mjs');
  parentPort.on('message', async ({ body }) => {
    const begun = performance.now();
    let outcome = 'read';
    try {
      await convertDocument(body);
    } catch (error) {
      outcome = DOCUMENT_ERRORS.test(error.name) ? error.name : `${error.name}: ${error.message}`;
    }
    const { heapUsed, external } = process.memoryUsage();
    parentPort.postMessage({ outcome, ms: performance.now() - begun, mb: (heapUsed + external) / 2 ** 20 });
  });
}

/** One worker thread, replaced when a mutation does not end or ends the thread. */
class Lane {
  worker = null;
  /** Ends the mutation in progress. */
  settle = () => {};

  /** @param maxMb the bound of the heap at any time: a thread that exceeds it is ended */
  constructor(maxMb) {
    this.maxMb = maxMb;
  }

  async run(body, maxMs) {
    const worker = (this.worker ??= this.start());
    const result = await new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(broken('did not end', maxMs)), 2 * maxMs);
      this.settle = (settled) => {
        clearTimeout(timer);
        resolve(settled);
      };
      worker.postMessage({ body });
    });
    if (result.isBroken) await this.stop();
    return result;
  }

  /** The listeners stay for the life of the thread: a thread whose message listeners are all removed is read no more. */
  start() {
    const worker = new Worker(new URL(import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.maxMb },
    });
    worker.on('message', (result) => this.settle(result));
    worker.on('error', (error) => this.settle(broken(`thread: ${error.message}`, 0)));
    worker.on('exit', (code) => this.settle(broken(`thread ended with ${code}`, 0)));
    return worker;
  }

  async stop() {
    const { worker } = this;
    this.worker = null;
    worker?.removeAllListeners('exit');
    await worker?.terminate();
  }
}

const broken = (outcome, ms) => ({ outcome, ms, mb: 0, isBroken: true });

function filesIn(folder, kinds) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => kinds.includes(extname(name).slice(1)))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

async function main() {
  const { values: args } = parseArgs({
    options: {
      data: { type: 'string' },
      only: { type: 'string', default: 'doc,xls' },
      count: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      'max-ms': { type: 'string', default: '5000' },
      'max-mb': { type: 'string', default: '512' },
      file: { type: 'string' },
      number: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  if (!args.data) throw new Error('--data names a folder with documents');
  const [maxMs, maxMb] = [Number(args['max-ms']), Number(args['max-mb'])];
  const files = filesIn(args.data, args.only.split(',')).filter(
    ({ name }) => !args.file || name.endsWith(args.file),
  );
  if (files.length === 0) throw new Error('there is no such document');
  const numbers =
    args.number === undefined
      ? Array.from({ length: Number(args.count) }, (_, at) => at)
      : [Number(args.number)];
  const outcomes = new Map();
  const faults = [];
  const most = { ms: 0, mb: 0 };
  const lane = new Lane(maxMb);
  for (const number of numbers) {
    const { name, bytes } = files[number % files.length];
    const body = mutate(bytes, Number(args.seed) * 1_000_003 + number);
    if (args.keep) writeFileSync(args.keep, body);
    const result = await lane.run(body, maxMs);
    const { outcome, ms, mb } = result;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (ms > most.ms) Object.assign(most, { ms, slowest: `${name} ${number}` });
    if (mb > most.mb) Object.assign(most, { mb, largest: `${name} ${number}` });
    const isExpected = outcome === 'read' || DOCUMENT_ERRORS.test(outcome);
    if (!isExpected || result.isBroken || ms > maxMs || mb > maxMb)
      faults.push(`${name} ${number}: ${outcome}, ${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB`);
  }
  await lane.stop();
  for (const [outcome, count] of outcomes) console.log(`${String(count).padStart(6)}  ${outcome}`);
  console.log(
    `slowest ${most.ms.toFixed(0)} ms (${most.slowest}), most memory ${most.mb.toFixed(0)} MB (${most.largest})`,
  );
  for (const fault of faults) console.log(`FAULT ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

await (isMainThread ? main() : work());
