import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggerService } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { REQUEST_BOUNDS, RequestBytes } from '../libs/web-extract/src/services/memory/request-bytes.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import { upload } from './support/upload.js';

const OTHER = 'key-of-another';
const MIB = 1024 * 1024;
const FORM = 'multipart/form-data; boundary=x';
const BEFORE_FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.rtf"\r\n\r\n';
const KINDS = [
  ['a form', '/v2/parse', FORM, BEFORE_FILE],
  ['JSON', '/v2/scrape', 'application/json', '{"url":"'],
  ['a message of an agent', '/mcp', 'application/json', '{"method":"'],
] as const;

describe.each(PLATFORMS)('bodies under way on %s', (platform) => {
  let api: RunningApp;
  let dataDir: string;
  let sockets: Socket[];
  let lines: { level: string; text: string }[];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bodies-'));
    await mkdir(join(dataDir, 'uploads'));
    await writeFile(join(dataDir, 'uploads', 'of-a-process-that-was-killed'), 'text');
    lines = [];
    const keep = (level: string) => (text: unknown) => void lines.push({ level, text: String(text) });
    const logger: LoggerService = { log: keep('log'), warn: keep('warn'), error: keep('error'), debug: keep('debug') }; // prettier-ignore
    api = await startApp({
      platform,
      logger,
      bodyLimit: MIB,
      imports: [
        WebExtractModule.forRoot({ auth: { keys: [KEY, OTHER] }, dataDir }),
        WebExtractMcpModule.forRoot(),
      ],
    });
  });
  beforeEach(() => (sockets = []));
  afterEach(() => sockets.forEach((socket) => socket.destroy()));
  afterAll(async () => {
    await api.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Begins a request whose body has no end. */
  async function begin(path: string, type: string, body: string, key = KEY): Promise<Socket> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, `Content-Type: ${type}`, 'Accept: application/json, text/event-stream', 'Transfer-Encoding: chunked']; // prettier-ignore
    socket.write(`${head.join('\r\n')}\r\n\r\n${chunk(body)}`);
    return socket;
  }
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]);

  /** Takes all memory that bodies of the owner of `KEY` may have. */
  function fill(): () => void {
    const share = api.app.get(RequestBytes, { strict: false }).begin(owner);
    share.take(REQUEST_BOUNDS.maxMemoryBytes);
    return () => share.release();
  }
  let owner: string;
  beforeAll(async () => {
    const bytes = api.app.get(RequestBytes, { strict: false });
    const begun = jest.spyOn(bytes, 'begin');
    await api.post('/v2/scrape', { url: 'http://127.0.0.1/' });
    owner = begun.mock.calls[0]![0];
    begun.mockRestore();
  });

  it.each(KINDS)(
    'are refused when those of their owner take too much, and accepted again: %s',
    async (_, path, type, text) => {
      // prettier-ignore
      const empty = fill();
      const body = text + 'x'.repeat(40_000);
      const refused = await answerOf(await begin(path, type, body));
      expect(refused.slice(9, 12)).toBe('429');
      expect(refused).toMatch(/retry-after: 1\r\n/i);
      const other = await begin(path, type, body, OTHER);
      empty();
      const again = await begin(path, type, body);
      for (const socket of [other, again]) socket.write(`${chunk(type === FORM ? '\r\n--x--\r\n' : '"}')}0\r\n\r\n`); // prettier-ignore
      for (const socket of [other, again]) expect((await answerOf(socket)).slice(9, 12)).not.toBe('429');
    },
  );

  it('take nothing when they are over, whether they were answered or broke off', async () => {
    const bytes = api.app.get(RequestBytes, { strict: false });
    const shares: { released: Promise<void> }[] = [];
    const begun = jest.spyOn(bytes, 'begin').mockImplementation((...given) => {
      const share = Object.getPrototypeOf(bytes).begin.apply(bytes, given);
      const released = new Promise<void>((resolve) => {
        const { release } = share;
        share.release = () => (release.call(share), resolve());
      });
      shares.push({ released });
      return share;
    });
    await upload(api, Buffer.from('{\\rtf1 text}'), 'a.rtf');
    await api.post('/v2/scrape', { url: 'http://127.0.0.1/' });
    for (const [, path, type, text] of KINDS) {
      const socket = await begin(path, type, text);
      while (shares.length < 3 + KINDS.findIndex((kind) => kind[1] === path)) await new Promise(setImmediate);
      socket.resetAndDestroy();
    }
    await Promise.all(shares.map(({ released }) => released));
    begun.mockRestore();
  });

  it('leave no file behind, and what was left before is removed at the start', async () => {
    const large = Buffer.concat([Buffer.from('{\\rtf1 '), Buffer.alloc(3 * MIB, 'text '), Buffer.from('}')]);
    const { status, json } = await upload(api, large, 'large.rtf');
    expect([status, json.data.markdown.startsWith('text text')]).toEqual([200, true]);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
  });

  it('of agents that disconnect are logged at debug level, without a stack', async () => {
    lines.length = 0;
    const socket = await begin('/mcp', 'application/json', '{"method":"');
    await new Promise((resolve) => socket.write(chunk('x'.repeat(100)), resolve));
    socket.resetAndDestroy();
    while (!lines.some(({ level }) => level === 'debug')) await new Promise(setImmediate);
    expect(lines.filter(({ level, text }) => level === 'error' || /\n\s+at /.test(text))).toEqual([]);
  });
});

describe('without a data directory', () => {
  it('takes files of 16 MiB at most', async () => {
    const api = await startApp({ imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] } })] });
    const { status, json } = await upload(api, Buffer.alloc(17 * MIB + MIB, 'x'), 'a.rtf');
    expect([status, json.error]).toEqual([413, expect.stringContaining('16777216')]);
    await api.close();
  });
});
