import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HistoryService, WebExtractModule } from 'nestjs-web-extract';
import { ChangeFeed } from 'nestjs-web-extract/corpus';
import { ANSWER_BOUNDS, AnswerBytes } from '../libs/web-extract/src/services/memory/answer-bytes.js';
import { MAX_LINE_BYTES } from '../libs/web-extract/src/services/memory/answer-line.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

const PAGE = `<title>Long</title><main>${'<p>words of a long page</p>'.repeat(40_000)}</main>`;

describe.each(PLATFORMS)('answers that are not read, on %s', (platform) => {
  let site: Site;
  let api: RunningApp;
  let answers: AnswerBytes;

  beforeAll(async () => {
    site = await startSite({ '/': html(PAGE), '/short': html('<p>short</p>') });
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], browser: false as const };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
    answers = api.app.get(AnswerBytes, { strict: false });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  const bodyOf = (path: string) => ({ url: `${site.url}${path}`, formats: ['rawHtml'] });

  /** Sends scrapes ahead on one connection, and reads nothing. */
  function sendUnread(count: number): Socket {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.on('error', () => {});
    const body = JSON.stringify(bodyOf('/'));
    const head = [`POST /v1/scrape HTTP/1.1`, 'Host: x', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json', `Content-Length: ${body.length}`]; // prettier-ignore
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`.repeat(count));
    return socket;
  }

  /** Resolves with the last of `count` calls of a method. */
  function callsOf(name: 'tryHold' | 'holdWhenFree' | 'release', count: number): Promise<void> {
    const call = answers[name].bind(answers) as (...args: unknown[]) => never;
    return new Promise((resolve) => {
      jest.spyOn(answers, name).mockImplementation((...args: unknown[]) => {
        const result = call(...args);
        if (--count === 0) resolve();
        return result;
      });
    });
  }

  it('count until their connection is closed, those behind them as well', async () => {
    const counted = callsOf('tryHold', 2);
    const released = callsOf('release', 2);
    const socket = sendUnread(2);
    await counted;
    socket.destroy();
    await released;
    const client = answers.client('another owner');
    expect(client.tryHold({}, ANSWER_BOUNDS.maxOwnerBytes)).toBe(true);
    client.release();
  });

  it('wait for room: ten answers at once to a client that reads them', async () => {
    const owner = await ownerOfKey();
    const client = answers.client(owner);
    expect(client.tryHold({}, ANSWER_BOUNDS.maxOwnerBytes)).toBe(true);
    const waiting = callsOf('holdWhenFree', 10);
    const posts = Promise.all(Array.from({ length: 10 }, (_, n) => api.post('/v1/scrape', bodyOf(`/?${n}`))));
    await waiting;
    client.release();
    expect((await posts).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('leave the line when their client leaves', async () => {
    const client = answers.client(await ownerOfKey());
    expect(client.tryHold({}, ANSWER_BOUNDS.maxOwnerBytes)).toBe(true);
    const waiting = callsOf('holdWhenFree', 2);
    const socket = sendUnread(2);
    await waiting;
    const waits = jest.mocked(answers.holdWhenFree).mock.results.map(({ value }) => value as Promise<void>);
    socket.destroy();
    const ends = await Promise.allSettled(waits);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    client.release();
  });

  it('are refused with 429 while too many wait, but for short ones', async () => {
    const owner = await ownerOfKey();
    const client = answers.client(owner);
    expect(client.tryHold({}, ANSWER_BOUNDS.maxOwnerBytes)).toBe(true);
    const stop = new AbortController();
    const waiting = answers.client(owner).holdWhenFree({}, MAX_LINE_BYTES, stop.signal);
    const refused = await api.post('/v1/scrape', bodyOf('/'));
    expect([refused.status, refused.headers['retry-after'], refused.json.code]).toEqual([
      429,
      '1',
      expect.stringMatching(/./),
    ]);
    expect((await api.post('/v1/scrape', bodyOf('/short'))).status).toBe(200);
    stop.abort();
    await expect(waiting).rejects.toThrow('The client has left');
    client.release();
    expect((await api.post('/v1/scrape', bodyOf('/'))).status).toBe(200);
  });

  it.each([
    ['changes', ChangeFeed, 'read', '/v2/changes?limit=1000'],
    ['texts of a page', HistoryService, 'find', '/v2/history?url=https://site.example/'],
  ] as const)('are read two at a time: %s', async (_, service, method, path) => {
    const owner = api.app.get<object>(service, { strict: false }) as Record<string, () => Promise<unknown>>;
    const read = owner[method]!.bind(owner);
    let [now, most] = [0, 0];
    jest.spyOn(owner, method).mockImplementation(async (...args: unknown[]) => {
      most = Math.max(most, ++now);
      await sleep(20);
      return (read as (...args: unknown[]) => Promise<unknown>)(...args).finally(() => now--);
    });
    await Promise.all(Array.from({ length: 12 }, () => api.ask(path, { method: 'GET' })));
    expect(most).toBe(ANSWER_BOUNDS.maxReads);
  });

  /** The owner that the key of the tests belongs to. */
  async function ownerOfKey(): Promise<string> {
    const tryHold = jest.spyOn(answers, 'tryHold');
    await api.post('/v1/scrape', bodyOf('/'));
    return tryHold.mock.calls[0]![0].owner;
  }
});
