import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { ask, makeFolder, start, startSite, until } from '../smoke.mjs';

const key = 'demo';
const OPENED = [];
after(() => Promise.all(OPENED.map((server) => new Promise((resolve) => server.close(resolve)))));

async function listening(server) {
  const tcp = server.listen(0, '127.0.0.1');
  if (!tcp.listening) await once(tcp, 'listening');
  OPENED.push(server);
  return `smtp://127.0.0.1:${tcp.address().port}`;
}

/** Starts an SMTP server that keeps the mails it receives and refuses `gone@`. */
async function startSmtp() {
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone@') ? new Error('No such user') : undefined),
    onData(stream, { envelope }, done) {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw, ...parse(raw) });
        done();
      });
    },
  });
  return { url: await listening(server), mails };
}

/** Header lines without folding, and the whole body without its encoding. */
function parse(raw) {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const body = rest
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString());
  return { headers, body };
}

async function startMonitor(smtpUrl, { name = 'Prices', recipients }) {
  const pages = { '/price': ['Lamp', 'It costs 9 coins. <b>Today</b>'] };
  const site = await startSite(pages);
  const environment = {
    ALLOW_PRIVATE: site.address,
    DATA_DIR: makeFolder(),
    SMTP_URL: smtpUrl,
    SMTP_TIMEOUT_MS: '1500',
    MAIL_DOMAINS: 'here.example',
  };
  const { base } = await start('dist/main.js', environment);
  const create = (to) => {
    const notification = { email: { recipients: to, includeDiffs: true } };
    const targets = [{ type: 'scrape', urls: [`${site.url}price`] }];
    const body = { name, schedule: { text: 'yearly on march 3 at noon' }, targets, notification };
    return ask(`${base}/v2/monitor`, { key, body });
  };
  const created = await create(recipients);
  const { id } = created.body.data ?? {};
  const check = async (text) => {
    pages['/price'][1] = text;
    const { body: run } = await ask(`${base}/v2/monitor/${id}/run`, { key, method: 'POST' });
    const path = `${base}/v2/monitor/${id}/checks/${run.data.id}`;
    return until(
      async () => (await ask(path, { key })).body.data,
      ({ status }) => !['queued', 'running'].includes(status),
    );
  };
  return { create, created, check };
}

test('changes are mailed to allowed recipients, with escaped diffs', async () => {
  const smtp = await startSmtp();
  const recipients = ['ann@here.example', 'eve@there.example'];
  const { created, check } = await startMonitor(smtp.url, { recipients });
  assert.match(created.body.warning, /eve@there\.example/);
  await check('It costs 9 coins.');
  await check('It costs 12 coins. &lt;script&gt;alert(1)&lt;/script&gt;');
  await check('It costs 12 coins. &lt;script&gt;alert(1)&lt;/script&gt;'); // nothing changed, no mail
  assert.deepEqual(
    smtp.mails.map(({ to }) => to),
    [['ann@here.example'], ['ann@here.example']],
  );
  const { headers, body } = smtp.mails[1];
  assert.ok(headers.includes('Subject: Prices: 1 changed'));
  assert.ok(headers.includes('To: ann@here.example'));
  const html = body.slice(body.indexOf('text/html'));
  assert.match(html, /<pre>[^]*-It costs 9 coins\.[^]*\+It costs 12 coins\. .*&lt;script&gt;alert/);
  assert.doesNotMatch(html, /<script/);
});

test('line breaks in names and addresses add no headers', async () => {
  const smtp = await startSmtp();
  const name = 'Prices\r\nBcc: eve@there.example\r\nX-Injected: yes';
  const { create, check } = await startMonitor(smtp.url, { name, recipients: ['ann@here.example'] });
  await check('It costs 9 coins.');
  const [{ to, headers }] = smtp.mails;
  assert.deepEqual(to, ['ann@here.example']);
  assert.equal(headers.filter((line) => /^(?:bcc|cc|x-injected):/i.test(line)).length, 0);
  assert.equal(headers.filter((line) => /^to:/i.test(line)).length, 1);
  for (const address of [
    'ann@here.example\r\nBcc: eve@there.example',
    'ann@here.example\nRCPT TO:<eve@there.example>',
    'eve@there.example,ann@here.example',
    'all:eve@there.example;ann@here.example',
  ]) {
    const { status, body } = await create([address]);
    assert.equal(status, 400);
    assert.match(body.error, /recipients/);
  }
  assert.equal(smtp.mails.length, 1);
});

test('a recipient that the server refuses does not affect the others', async () => {
  const smtp = await startSmtp();
  const recipients = ['gone@here.example', 'ann@here.example'];
  const { check } = await startMonitor(smtp.url, { recipients });
  assert.equal((await check('It costs 9 coins.')).status, 'completed');
  assert.deepEqual(
    smtp.mails.map(({ to }) => to),
    [['ann@here.example']],
  );
});

test('a server that does not answer delays a check by its timeout only', async () => {
  const sockets = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
  const url = await listening(silent);
  const { check } = await startMonitor(url, { recipients: ['ann@here.example', 'bob@here.example'] });
  const startedAt = performance.now();
  const { status, summary } = await check('It costs 9 coins.');
  assert.deepEqual([status, summary.new], ['completed', 1]);
  assert.ok(performance.now() - startedAt < 30_000);
  assert.equal(sockets.length, 2); // one try for each recipient
  for (const socket of sockets) socket.destroy();
});
