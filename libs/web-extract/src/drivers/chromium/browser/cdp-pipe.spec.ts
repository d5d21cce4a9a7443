import { PassThrough } from 'node:stream';
import { BrowserGoneError, OversizeError } from './browser-errors.js';
import { CdpPipe, type CdpSession } from './cdp-pipe.js';

/** A pipe, the browser's end of it, and a page. */
function open() {
  const output = new PassThrough();
  const pipe = new CdpPipe(new PassThrough(), output);
  const say = (...parts: (string | Buffer)[]) => parts.forEach((part) => output.write(part));
  return { pipe, say, page: pipe.attach('page', 'target'), end: () => output.destroy() };
}

const heardBy = (session: CdpSession): Promise<unknown> =>
  new Promise((resolve) => session.listen((method, params) => resolve([method, params])));

const MIB = Buffer.alloc(1024 * 1024, 'x');
const times = (count: number) => Array.from({ length: count }, () => MIB);

describe('CdpPipe', () => {
  it('puts messages together whatever pieces they come in', async () => {
    const { page, say } = open();
    const answer = page.send('A');
    const event = heardBy(page);
    const text = Buffer.from(
      '{"id":1,"result":{"é":1}}\0{"method":"E","params":{"b":2},"sessionId":"page"}\0',
    );
    for (const byte of text) say(Buffer.from([byte]));
    expect(await answer).toEqual({ é: 1 });
    expect(await event).toEqual(['E', { b: 2 }]);
  });

  it('skips a message that is too long: only its command fails', async () => {
    const { page, say } = open();
    const [long, short] = [page.send('Long'), page.send('Short')];
    say('{"id":1,"result":{"data":"', ...times(65), '"}}\0{"id":2,"result":{}}\0');
    await expect(long).rejects.toThrow(OversizeError);
    await expect(long).rejects.toThrow('Long: the answer is too long');
    expect(await short).toEqual({});
  });

  it('skips a message that is longer than its command allows', async () => {
    const { page, say } = open();
    const [long, short] = [page.send('Long', {}, { maxBytes: 5 * MIB.length }), page.send('Short')];
    say('{"id":1,"result":{"data":"', ...times(6), '"}}\0{"id":2,"result":{"data":"', ...times(6), '"}}\0');
    await expect(long).rejects.toThrow(OversizeError);
    expect(await short).toHaveProperty('data');
  });

  it('ends when an event has another form than its listener reads', async () => {
    const { pipe, page, say } = open();
    page.listen((_method, { frame }: { frame: { id: string } }) => void frame.id);
    const answer = page.send('A');
    say('{"method":"E","params":{},"sessionId":"page"}\0');
    await expect(answer).rejects.toThrow('the browser sent an invalid E');
    await expect(pipe.browser.send('B')).rejects.toThrow(BrowserGoneError);
  });

  it('skips events of pages that are too long', async () => {
    const { page, say } = open();
    const event = heardBy(page);
    say('{"method":"Long","params":{"url":"', ...times(5), '"},"sessionId":"page"}\0');
    say('{"method":"Short","params":{},"sessionId":"page"}\0');
    expect(await event).toEqual(['Short', {}]);
  });

  it('weighs every event on the page that caused it, dropped ones and those about its target too', async () => {
    const { page, say } = open();
    let weight = 0;
    page.onWeight((bytes) => (weight += bytes));
    const short = '{"method":"Short","params":{"a":"é"},"sessionId":"page"}';
    say(`${short}\0`);
    expect(weight).toBe(Buffer.byteLength(short));
    const ofOthers = '{"method":"Short","params":{},"sessionId":"other"}';
    say(
      `${ofOthers}\0{"method":"Target.targetInfoChanged","params":{"targetInfo":{"targetId":"another"}}}\0`,
    );
    expect(weight).toBe(Buffer.byteLength(short));
    for (const end of ['"},"sessionId":"page"}\0', '"}}\0']) {
      weight = 0;
      const start = '{"method":"Long","params":{"targetInfo":{"targetId":"target","url":"';
      say(start, ...times(3), ...end);
      expect(weight).toBe(64 * (start.length + 3 * MIB.length + end.length - 1));
    }
  });

  it('weighs windows on the page that opened them', () => {
    const { page, say } = open();
    const weights: number[] = [];
    page.onWeight((bytes) => weights.push(bytes));
    say('{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"new","openerId":"target"}}}\0');
    expect(weights).toHaveLength(1);
  });

  it('ends with what makes no sense, and with the browser', async () => {
    const { pipe, page, say } = open();
    const answer = page.send('A');
    say('{"id":1,\0');
    await expect(answer).rejects.toThrow(BrowserGoneError);
    await expect(pipe.browser.send('B')).rejects.toThrow(BrowserGoneError);
    const other = open();
    const unanswered = other.page.send('A');
    other.end();
    await expect(unanswered).rejects.toThrow('the browser has ended');
  });
});
