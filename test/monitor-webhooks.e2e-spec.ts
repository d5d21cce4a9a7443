import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebExtractEvents, WebExtractModule } from 'nestjs-web-extract';
import { MonitorService } from 'nestjs-web-extract/monitors';
import { OUTBOX_LIMITS } from '../libs/web-extract/src/services/monitors/messages/monitor-message.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';

interface Message {
  readonly signature: unknown;
  readonly text: string;
  readonly type: string;
}

const WORDS = 'The harbour bridge was built by the town and carries the road to the island since then';
const PATHS = ['/a', '/b', '/c', '/d'];

let site: Site;
let api: RunningApp;
/** Status of the webhook. */
let status: number;
let messages: Message[];
let attempts: number;

function receive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    attempts++;
    const text = Buffer.concat(chunks).toString();
    const signature = request.headers['x-web-extract-signature'];
    if (status < 300) messages.push({ signature, text, type: JSON.parse(text).type });
    response.writeHead(status).end();
  });
}

beforeAll(async () => {
  const pages = PATHS.map((path) => [path, html(`<main><h1>Page ${path}</h1><p>${WORDS}.</p></main>`)]);
  site = await startSite({ ...Object.fromEntries(pages), '/hook': receive });
});
afterAll(() => site?.close());
beforeEach(async () => {
  [status, messages, attempts] = [200, [], 0];
  const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false, webhookSecret: 'secret' } as const; // prettier-ignore
  api = await startApp({ platform: 'express', imports: [WebExtractModule.forRoot(options)] });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await api?.close();
});

/** Checks all pages once. @param monitorId checked again; a new monitor without it @returns the status of the check */
async function check(monitorId?: string): Promise<string> {
  const body = {
    name: 'Pages',
    schedule: { cron: '0 3 1 1 *' },
    targets: [{ type: 'scrape', urls: PATHS.map((path) => site.url + path) }],
    webhook: { url: `${site.url}/hook` },
  };
  const id = monitorId ?? (await api.post('/v2/monitor', body)).json.data.id;
  const monitors = api.app.get(MonitorService, { strict: false });
  const news = monitors.watch(id);
  await monitors.run(id);
  for (;;) {
    const { value } = await news.next();
    if (value.type !== 'check-ended') continue;
    await news.return(undefined as never);
    return value.check.status;
  }
}

const typesOf = () => messages.map(({ type }) => type);

it('sends a message for each page and one for the check, signed', async () => {
  expect(await check()).toBe('completed');
  await until(() => messages.length === 5);
  expect(typesOf()).toEqual([...PATHS.map(() => 'monitor.page'), 'monitor.check.completed']);
  for (const { text } of messages) expect(JSON.parse(text).data[0].baseline).toBe(true); // nothing to compare with
  for (const { signature, text } of messages)
    expect(signature).toBe(`sha256=${createHmac('sha256', 'secret').update(text).digest('hex')}`);
  const { monitorId } = JSON.parse(messages[0]!.text).data[0];
  expect(await check(monitorId)).toBe('completed');
  await until(() => messages.length > 5);
  const last = JSON.parse(messages.at(-1)!.text);
  expect(last.type).toBe('monitor.check.completed');
  expect(last.data[0]).not.toHaveProperty('baseline');
});

it('ends the check while the receiver is away, drops its oldest messages and sends the newest ones later', async () => {
  jest.replaceProperty(OUTBOX_LIMITS, 'maxMessagesPerOwner', 2);
  let dropped = 0;
  api.app
    .get(WebExtractEvents, { strict: false })
    .on('monitor-messages-dropped', (event) => (dropped += event.messages));
  status = 500;
  expect(await check()).toBe('completed');
  expect(dropped).toBe(3);
  await until(() => attempts > 0);
  status = 200;
  await until(() => messages.length === 2);
  expect(typesOf()).toEqual(['monitor.page', 'monitor.check.completed']);
});
