import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { DEFAULT_CONVERSION, type ConversionRequest } from '../../model/page/conversion.js';
import { ConversionFailedError, UnavailableError } from '../../model/errors.js';
import { converterContract } from '../../testing/contracts/converter.contract.js';
import { MemoryLimiter, type WatchedTask } from './threads/memory-limiter.js';
import { WorkerConverter, type WorkerConverterOptions } from './worker.converter.js';

/** A thread that follows instructions in the body instead of converting it. */
const OBEDIENT = `
const { parentPort, threadId } = require('node:worker_threads');
const commands = {
  answer: (text) => parentPort.postMessage({ conversion: { markdown: threadId + ' ' + text } }),
  hang: () => { for (;;); },
  devour: () => { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); },
  devourArray: () => { const all = []; for (let at = 0; ; at++) all.push(at / 3); },
  devourMap: () => { const all = new Map(); for (let at = 0; ; at++) all.set(at, { at }); },
  devourBuffers: () => { const all = []; for (;;) all.push(Buffer.alloc(1e6, 'x')); },
  swell: () => { const all = []; while (all.length < 200) all.push(Buffer.alloc(1e6, 'x')); setTimeout(() => commands.answer(all.length), 1_000); },
  keep: () => parentPort.postMessage({ conversion: { markdown: String(threadId) }, heapBytes: 100e6 }),
  wait: () => setTimeout(commands.answer, 1300, 'at last'),
  throwLate: () => setImmediate(() => { throw new Error('late fault'); }),
  leave: () => process.exit(3),
  tellHost: () => parentPort.postMessage({ conversion: { markdown: JSON.stringify([process.env, process.execArgv]) } }),
  returnMemory: (text, { buffer }) => {
    const bytes = new Uint8Array(buffer);
    const markdown = [bytes.length, bytes[bytes.length - 1], bytes.slice(text, -1).some(Boolean)].join(' ');
    bytes[bytes.length - 1] = 7;
    parentPort.postMessage({ conversion: { markdown }, returned: buffer }, [buffer]);
  },
  failOddly: () => parentPort.postMessage({ error: { name: 'RangeError', message: 'too deep', problems: [] } }),
};
parentPort.on('message', ({ body }) => {
  const [command, text] = Buffer.from(body).toString().split(' ');
  commands[command](text, body);
});`;

const OPTIONS: WorkerConverterOptions = {
  conversionThreads: 1,
  conversionTimeoutMs: 20_000,
  conversionMemoryMb: 64,
  maxQueuedConversions: 100,
};
const BUILT = join(process.cwd(), 'libs/web-extract/build/drivers/worker-threads/worker.converter.js');

const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
const workerFile = join(folder, 'obedient.cjs');
writeFileSync(workerFile, OBEDIENT);

const open: WorkerConverter[] = [];

function create(options: Partial<WorkerConverterOptions> = {}): WorkerConverter {
  const converter = new WorkerConverter({ ...OPTIONS, ...options });
  open.push(converter);
  return converter;
}

const command = (text: string) =>
  ({ body: Buffer.from(text), url: 'https://example.com/a?key=1' }) as unknown as ConversionRequest;

afterEach(() => Promise.all(open.splice(0).map((converter) => converter.onApplicationShutdown())));
afterAll(() => rmSync(folder, { recursive: true }));

describe('WorkerConverter', () => {
  it.each(converterContract)('$name', ({ run }) =>
    run(create({ conversionThreads: 2, conversionMemoryMb: 256 })),
  );

  describe('with rules of the host', () => {
    const MARK =
      "(turndown) => turndown.addRule('mark', { filter: 'mark', replacement: (text) => `==${text}==` })";
    const page = (html: string): ConversionRequest => ({
      body: Buffer.from(`<body><p>${html}</p></body>`),
      url: 'https://example.com/',
      contentType: 'text/html; charset=utf-8',
      statusCode: 200,
      formats: ['markdown'],
      ...DEFAULT_CONVERSION,
      onlyMainContent: false,
      parsePdf: true,
    });

    /** A converter whose threads load this module. */
    function ruledBy(source: string, name: string, options: Partial<WorkerConverterOptions> = {}) {
      const file = join(folder, name);
      writeFileSync(file, source);
      return create({ conversionMemoryMb: 256, markdownRules: pathToFileURL(file).href, ...options });
    }

    it.each([
      ['a CommonJS module', 'plugin.cjs', `module.exports = ${MARK};`],
      ['an ES module', 'plugin.mjs', `export default ${MARK};`],
      ['one that waits', 'waits.mjs', `await null; export default ${MARK};`],
      [
        'an ES module compiled to CommonJS',
        'compiled.cjs',
        `exports.__esModule = true; exports.default = ${MARK};`,
      ],
    ])('loads them from %s', async (_, name, source) => {
      const { markdown } = await ruledBy(source, name).convert(page('a <mark>b</mark>'));
      expect(markdown).toBe('a ==b==');
    });

    it.each([
      [
        'exports no function',
        'object.cjs',
        'module.exports = { rules: [] };',
        /object\.cjs must export a function/,
      ],
      ['exports nothing', 'nothing.mjs', 'export const plugin = 1;', /nothing\.mjs must export a function/],
      ['cannot be read', 'syntax.cjs', 'module.exports = (', /syntax\.cjs .*Unexpected/],
      [
        'throws',
        'throws.cjs',
        "module.exports = () => { throw new Error('no rules today'); };",
        /no rules today/,
      ],
    ])('says what is wrong with a module that %s', async (_, name, source, message) => {
      await expect(ruledBy(source, name).convert(page('a'))).rejects.toThrow(message);
    });

    it('gives each converter its own', async () => {
      const other = ruledBy("module.exports = (turndown) => turndown.keep('mark');", 'other.cjs');
      const own = ruledBy(`module.exports = ${MARK};`, 'own.cjs');
      const request = page('<mark>b</mark>');
      expect((await other.convert(request)).markdown).toBe('<mark>b</mark>');
      expect((await own.convert(request)).markdown).toBe('==b==');
      expect((await create({ conversionMemoryMb: 256 }).convert(request)).markdown).toBe('b');
    });

    it('bounds the time of a rule that never ends', async () => {
      const source =
        "module.exports = (turndown) => turndown.addRule('u', { filter: 'u', replacement: () => { for (;;); } });";
      const converter = ruledBy(source, 'loops.cjs', { conversionTimeoutMs: 3_000 });
      await expect(converter.convert(page('<u>a</u>'))).rejects.toThrow('it took longer than 3000 ms');
    });
  });

  describe('with a thread that misbehaves', () => {
    const misbehaving = (options: Partial<WorkerConverterOptions> = {}) => create({ workerFile, ...options });

    it('replaces a thread that takes too long, and says so', async () => {
      const converter = misbehaving({ conversionTimeoutMs: 300 });
      const [stuck, next] = await Promise.allSettled([
        converter.convert(command('hang')),
        converter.convert(command('answer again')),
      ]);
      expect(stuck).toMatchObject({ reason: expect.any(ConversionFailedError) });
      expect(stuck).toMatchObject({
        reason: { message: expect.stringContaining('it took longer than 300 ms') },
      });
      expect(next).toMatchObject({ value: { markdown: expect.stringMatching(/^\d+ again$/) } });
    });

    it('lets a page wait for a processor that others have, if somebody waits for it', async () => {
      const converter = misbehaving({ conversionTimeoutMs: 1_000 });
      await converter.convert(command('answer'));
      expect((await converter.convert(command('wait'))).markdown).toContain('at last');
    });

    it('does not count the time in the queue', async () => {
      const converter = misbehaving({ conversionTimeoutMs: 1_000 });
      const stuck = converter.convert(command('hang')).catch(() => 'stuck');
      const others = Array.from({ length: 3 }, () => converter.convert(command('answer x')));
      expect(await stuck).toBe('stuck');
      expect(await Promise.all(others)).toHaveLength(3);
    });

    it.each(['devour', 'devourArray', 'devourMap', 'devourBuffers'])(
      'survives a page that needs too much memory (%s)',
      async (how) => {
        const converter = misbehaving();
        await expect(converter.convert(command(how))).rejects.toThrow(
          'https://example.com/a?… could not be converted: it needs more than 64 MiB of memory',
        );
        expect((await converter.convert(command('answer still'))).markdown).toContain('still');
      },
    );

    it('tries again what was ended where another may have taken the memory', async () => {
      const memory = new MemoryLimiter(64);
      const tasks: WatchedTask[] = [];
      jest.spyOn(memory, 'begin').mockImplementation((task) => {
        tasks.push(task);
        if (tasks.length === 1) setTimeout(() => task.onTooMuch(false), 100);
        return () => 0;
      });
      const converter = new WorkerConverter({ ...OPTIONS, workerFile }, memory);
      open.push(converter);
      expect((await converter.convert(command('wait'))).markdown).toContain('at last');
      expect(tasks.map(({ isRetry = false }) => isRetry)).toEqual([false, true]);
    });

    it('ends work that keeps another owner from any thread', async () => {
      const converter = misbehaving({ sharedTimeMs: 500 });
      const held = ['a', 'b'].map((owner) => converter.convert(command('hang'), undefined, { owner }));
      const ends = Promise.allSettled(held);
      await new Promise(setImmediate);
      const third = converter.convert(command('answer third'), undefined, { owner: 'c' });
      expect((await third).markdown).toContain('third');
      await converter.onApplicationShutdown();
      expect((await ends).map((end) => (end as PromiseRejectedResult).reason.message)).toContainEqual(
        expect.stringContaining('it took longer than 500 ms while others were waiting'),
      );
    });

    it('replaces a thread that has grown large', async () => {
      const converter = misbehaving({ conversionMemoryMb: 512 });
      const large = await converter.convert(command('swell'));
      const next = await converter.convert(command('answer'));
      expect(next.markdown?.split(' ')[0]).not.toBe(large.markdown?.split(' ')[0]);
    });

    it('ends a thread with a large heap that is given nothing to do', async () => {
      const converter = misbehaving();
      const threadOf = async (text: string) =>
        (await converter.convert(command(text))).markdown!.split(' ')[0];
      const swollen = await threadOf('keep');
      expect(await threadOf('keep')).toBe(swollen);
      await sleep(3_000);
      const next = await threadOf('answer');
      expect(next).not.toBe(swollen);
      await sleep(3_000);
      expect(await threadOf('answer')).toBe(next); // whose heap is not large
    });

    it('survives faults and exits of a thread', async () => {
      const converter = misbehaving();
      await expect(converter.convert(command('throwLate'))).rejects.toThrow('late fault');
      await expect(converter.convert(command('leave'))).rejects.toThrow('ended with code 3');
      expect((await converter.convert(command('answer still'))).markdown).toContain('still');
    });

    it('says at once that its script is missing', async () => {
      const converter = misbehaving({ workerFile: join(folder, 'missing.cjs') });
      await expect(converter.convert(command('answer'))).rejects.toThrow(
        /could not be converted: Cannot find module/,
      );
    });

    it('makes a failed conversion of an error nobody foresaw', async () => {
      await expect(misbehaving().convert(command('failOddly'))).rejects.toMatchObject({
        code: 'SCRAPE_CONVERSION_FAILED',
        message: 'https://example.com/a?… could not be converted: too deep',
        cause: { name: 'RangeError' },
      });
    });

    it('uses one thread as long as one is enough', async () => {
      const converter = misbehaving({ conversionThreads: 3 });
      const seen = new Set<string | null>();
      for (let times = 0; times < 5; times++) seen.add((await converter.convert(command('answer'))).markdown);
      expect(seen.size).toBe(1);
      const both = await Promise.all([
        converter.convert(command('answer')),
        converter.convert(command('answer')),
      ]);
      expect(both[0]?.markdown).not.toBe(both[1]?.markdown);
    });

    it('sends pages in memory that comes back, and clears what others have left there', async () => {
      const converter = misbehaving();
      const long = await converter.convert(command('returnMemory 16'.padEnd(100)));
      expect(long.markdown).toBe('65536 0 true');
      const short = await converter.convert(command('returnMemory 16'));
      expect(short.markdown).toBe('65536 7 false');
    });

    it('converts large pages one after the other, and small ones beside them', async () => {
      const converter = misbehaving({ conversionThreads: 3, conversionTimeoutMs: 500 });
      const large = (text: string) => command(text.padEnd(2 ** 20 + 1));
      const ended: string[] = [];
      const note = (name: string) => () => void ended.push(name);
      await Promise.all([
        converter.convert(large('hang')).catch(note('first large')),
        converter.convert(large('answer')).then(note('second large')),
        converter.convert(command('answer')).then(note('small')),
      ]);
      expect(ended).toEqual(['small', 'first large', 'second large']);
    });

    it('keeps the environment and the flags of the host from its threads', async () => {
      process.env['WEB_EXTRACT_SECRET'] = 'x';
      const { markdown } = await misbehaving().convert(command('tellHost'));
      delete process.env['WEB_EXTRACT_SECRET'];
      expect(JSON.parse(markdown ?? '')).toEqual([{}, []]);
    });

    it('refuses more than may wait', async () => {
      const converter = misbehaving({ conversionTimeoutMs: 300, maxQueuedConversions: 1 });
      const stuck = converter.convert(command('hang')).catch(() => 'stuck');
      const waiting = converter.convert(command('answer waited'));
      await expect(converter.convert(command('answer'))).rejects.toThrow(UnavailableError);
      expect(await stuck).toBe('stuck');
      expect((await waiting).markdown).toContain('waited');
    });

    it('ends what is under way and what waits when the application does', async () => {
      const converter = misbehaving();
      const stuck = converter.convert(command('hang'));
      const waiting = converter.convert(command('answer'));
      const ends = Promise.allSettled([stuck, waiting]);
      await new Promise(setImmediate);
      await converter.onApplicationShutdown();
      for (const end of await ends) expect(end).toMatchObject({ reason: expect.any(UnavailableError) });
      await expect(converter.convert(command('answer'))).rejects.toThrow(UnavailableError);
    });

    it('starts nothing once it is closed', async () => {
      const converter = misbehaving();
      const late = converter.convert(command('hang'));
      await Promise.all([expect(late).rejects.toThrow(UnavailableError), converter.onApplicationShutdown()]);
    });

    it.each([
      ['idle threads', 'converter.convert(command("answer"))'],
      [
        'a closed converter',
        'Promise.allSettled([converter.convert(command("hang")), new Promise(setImmediate).then(() => converter.onApplicationShutdown())])',
      ],
    ])('lets a process end with %s', (_, work) => {
      const script = `
        const { WorkerConverter } = require(${JSON.stringify(BUILT)});
        const converter = new WorkerConverter(${JSON.stringify({ ...OPTIONS, workerFile })});
        const command = (text) => ({ body: Buffer.from(text), url: 'https://example.com/' });
        ${work}.then(() => console.log('done'));`;
      const { stdout, status } = spawnSync(process.execPath, ['-e', script], {
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect({ stdout, status }).toEqual({ stdout: 'done\n', status: 0 });
    });
  });
});
