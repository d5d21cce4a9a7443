import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkPage } from '../../convert/chunks/chunk-page.js';
import { ExtractionFailedError, InvalidRequestError, UnavailableError } from '../../model/errors.js';
import type { ExtractionState } from '../../ports/extraction-compute.port.js';
import { somePage } from '../../testing/some-page.js';
import { WorkerExtractionCompute, type WorkerExtractionComputeOptions } from './worker.extraction-compute.js';

/** A thread that follows instructions in the text of the page. */
const OBEDIENT = `
const { parentPort, threadId } = require('node:worker_threads');
const commands = {
  answer: () => parentPort.postMessage({ found: { kind: 'asking', questions: [threadId] } }),
  hang: () => { for (;;); },
  devour: () => { const all = []; for (;;) all.push(Buffer.alloc(1e6, 'x')); },
  leave: () => process.exit(3),
};
parentPort.on('message', ({ state }) => commands[state ? state.source.text : 'hang']());`;

const OPTIONS: WorkerExtractionComputeOptions = {
  conversionTimeoutMs: 20_000,
  conversionMemoryMb: 64,
  maxQueuedConversions: 100,
};
const BUILT = join(
  process.cwd(),
  'libs/web-extract/build/drivers/worker-threads/worker.extraction-compute.js',
);

const folder = mkdtempSync(join(tmpdir(), 'compute-'));
const workerFile = join(folder, 'obedient.cjs');
writeFileSync(workerFile, OBEDIENT);

const open: WorkerExtractionCompute[] = [];

function create(options: Partial<WorkerExtractionComputeOptions> = {}): WorkerExtractionCompute {
  const compute = new WorkerExtractionCompute({ ...OPTIONS, ...options });
  open.push(compute);
  return compute;
}

const state = (text: string, schema?: Record<string, unknown>): ExtractionState => ({
  source: {
    url: 'https://a.example/',
    metadata: somePage().metadata,
    text,
    structured:
      '{ "items": [], "tables": [], "pairs": [{ "name": "price", "value": "5" }], "heading": null }',
  },
  request: schema ? { schema } : {},
  options: { dataFirst: true, maxInputTokens: 16_000, hasModel: true, hasOwnCheck: false },
  mark: 'mark',
  heard: new Map(),
});
const PRICE = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

afterEach(() => Promise.all(open.splice(0).map((compute) => compute.onApplicationShutdown())));
afterAll(() => rmSync(folder, { recursive: true }));

describe('WorkerExtractionCompute', () => {
  it('takes an extraction to its result, or to what only the host can answer', async () => {
    const compute = create({ conversionMemoryMb: 256 });
    expect(await compute.extract(state('It costs 5.', PRICE))).toMatchObject({
      kind: 'done',
      result: { extraction: { data: { price: 5 } } },
    });
    const asking = state('A lamp.', { properties: { mood: { type: 'string' } } });
    expect(await compute.extract(asking)).toMatchObject({
      kind: 'asking',
      questions: [{ kind: 'model', question: { schema: asking.request.schema } }],
    });
  });

  it('says where a schema is wrong, and takes it for no failure of its own', async () => {
    const compute = create({ conversionMemoryMb: 256 });
    const checking = compute.checkSchema({ type: 'strin' }, ['extract', 'schema']);
    await expect(checking).rejects.toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringMatching(/^extract\.schema is not a valid JSON Schema/),
      problems: [{ path: ['extract', 'schema'] }],
    });
    await expect(compute.checkSchema(PRICE, ['extract', 'schema'])).resolves.toBeUndefined();
  });

  it('says what the patterns of a crawl make of an address', async () => {
    const compute = create({ conversionMemoryMb: 256 });
    const ask = (exclude: string[]) => {
      const crawl = {
        url: 'https://a.example/',
        patterns: { syntax: 'regex', include: [], exclude },
      } as const;
      return compute.explain({ crawl, rootUrl: crawl.url, url: '/secret/plan', found: {} });
    };
    expect(await ask(['^/sec'])).toMatchObject({ admitted: false, rule: 'excluded', detail: '^/sec' });
    expect(await ask([])).toMatchObject({ admitted: true, rule: 'in-scope' });
    await expect(ask(['('])).rejects.toMatchObject({
      name: 'InvalidRequestError',
      problems: [{ path: ['patterns', 'exclude', 0] }],
    });
  });

  it('lets no extraction wait for extractors that are learned or healed', async () => {
    const compute = create({ workerFile, conversionTimeoutMs: 4_000 });
    let ended = 0;
    const work = ['anna', 'boris', 'chris'].map((owner) =>
      compute.learnExtractor({ schema: {}, pages: [] }, { owner }).catch(() => ended++),
    );
    expect(await compute.extract(state('answer'), { owner: 'dora' })).toMatchObject({ kind: 'asking' });
    expect(ended).toBe(0);
    await compute.onApplicationShutdown();
    await Promise.all(work);
  });

  it('fails the one extraction that takes too long, and goes on with the others', async () => {
    const compute = create({ workerFile, conversionTimeoutMs: 3_000 });
    const [stuck, next] = await Promise.allSettled([
      compute.extract(state('hang')),
      compute.extract(state('answer')),
    ]);
    expect(stuck).toMatchObject({ reason: expect.any(ExtractionFailedError) });
    expect(stuck).toMatchObject({ reason: { message: expect.stringContaining('longer than 3000 ms') } });
    expect(next).toMatchObject({ value: { kind: 'asking' } });
  });

  it.each(['devour', 'leave'])('survives an extraction that breaks its thread (%s)', async (how) => {
    const compute = create({ workerFile });
    await expect(compute.extract(state(how))).rejects.toBeInstanceOf(ExtractionFailedError);
    expect(await compute.extract(state('answer'))).toMatchObject({ kind: 'asking' });
  });

  it('refuses a schema and patterns that take too long', async () => {
    const compute = create({ workerFile, conversionTimeoutMs: 200 });
    const checking = compute.checkSchema({}, ['schema']);
    await expect(checking).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(checking).rejects.toThrow('schema takes too much time or memory to compile');
    const crawl = { url: 'https://a.example/' };
    const asking = compute.explain({ crawl, rootUrl: crawl.url, url: crawl.url, found: {} });
    await expect(asking).rejects.toThrow(InvalidRequestError);
  });

  it('ends a hanging task when no caller waits for it any more', async () => {
    const compute = create({ workerFile });
    const controller = new AbortController();
    const reason = new Error('enough');
    const hanging = [1, 2].map(() => compute.extract(state('hang'), { signal: controller.signal }));
    const waiting = compute.extract(state('answer'));
    controller.abort(reason);
    for (const one of await Promise.allSettled(hanging)) expect(one).toMatchObject({ reason });
    expect(await waiting).toMatchObject({ kind: 'asking' });
  });

  it('ends what is under way when the application does', async () => {
    const compute = create({ workerFile });
    const hanging = compute.extract(state('hang'));
    await new Promise(setImmediate);
    await Promise.all([expect(hanging).rejects.toThrow(UnavailableError), compute.onApplicationShutdown()]);
    await expect(compute.extract(state('answer'))).rejects.toThrow(UnavailableError);
  });

  it('lets a process end with idle threads', () => {
    const script = `
      const { WorkerExtractionCompute } = require(${JSON.stringify(BUILT)});
      const compute = new WorkerExtractionCompute(${JSON.stringify(OPTIONS)});
      compute.checkSchema({ type: 'object' }, []).then(() => console.log('done'));`;
    const { stdout, status } = spawnSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect({ stdout, status }).toEqual({ stdout: 'done\n', status: 0 });
  });

  it('splits markdown into the chunks of the page, without its front matter', async () => {
    const { metadata } = somePage();
    const [url, markdown] = ['https://a.example/', '# Zoo\n\nA zebra.\n\n## Birds\n\nA heron.'];
    const chunks = await create().split({ url, markdown, metadata, maxTokens: 16 });
    const { title, language } = metadata;
    expect(chunks).toEqual(chunkPage({ url, markdown, title, language }, { maxTokens: 16 }));
    expect(chunks.length).toBeGreaterThan(1);
  });
});
