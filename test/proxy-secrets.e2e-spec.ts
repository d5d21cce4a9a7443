import { WebExtractModule } from 'nestjs-web-extract';
import { startRawSite, type Site } from './sites/site.js';
import { KEY, keepLog, startApp } from './support/app.js';

const PASSWORD = 'w0rd-of-the-proxy';
const SECRETS = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(`user:${PASSWORD}`).toString('base64')];

let proxy: Site;
beforeAll(async () => {
  proxy = await startRawSite((socket) =>
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (text.includes('/odd')) socket.end(`HTTP/9 ${text}`);
      else if (text.includes('/cut')) socket.destroy();
      else socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    }),
  );
});
afterAll(() => proxy?.close());

describe('the password of a proxy', () => {
  it.each([
    ['that is closed', () => `http://user:${PASSWORD}@127.0.0.1:1`],
    ['that refuses, or breaks the protocol', () => proxy.url.replace('//', `//user:${PASSWORD}@`)],
    ['with a malformed escape', () => proxy.url.replace('//', `//user:${PASSWORD}%zz@`)],
    ['with a space', () => proxy.url.replace('//', `//user:${PASSWORD} x@`)],
    ['whose name is unknown', () => `http://user:${PASSWORD}@proxy.invalid:3128`],
    ['that speaks no TLS', () => proxy.url.replace('http://', `https://user:${PASSWORD}@`)],
  ])('%s is in no answer and no log', async (_, urlOf) => {
    const logger = keepLog();
    const options = {
      auth: { keys: [KEY] },
      browser: false as const,
      proxies: [urlOf()],
    };
    const api = await startApp({ imports: [WebExtractModule.forRoot(options)], logger });
    try {
      for (const url of [
        'http://93.184.216.34/',
        'http://93.184.216.34/odd',
        'http://93.184.216.34/cut',
        'https://93.184.216.34/',
      ]) {
        const { status, text } = await api.post('/v1/scrape', { url, timeout: 10_000 });
        expect(status).toBeGreaterThanOrEqual(400);
        for (const secret of SECRETS) expect(text).not.toContain(secret);
      }
      for (const secret of SECRETS) expect(logger.lines.join('\n')).not.toContain(secret);
    } finally {
      await api.close();
    }
  });

  it.each([
    `ftp://user:${PASSWORD}@proxy.example`,
    `user:${PASSWORD}@proxy.example`,
    `http://user:${PASSWORD}@:x`,
  ])('is not in the error at start for %s', async (entry) => {
    const options = { auth: { keys: [KEY] }, browser: false as const, proxies: [entry] };
    const start = startApp({ imports: [WebExtractModule.forRoot(options)] });
    const error = await start.then(
      (app) => app.close(),
      (reason: Error) => reason,
    );
    expect(String((error as Error | undefined)?.stack)).not.toContain(PASSWORD);
  });
});
