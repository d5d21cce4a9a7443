import { Logger } from '@nestjs/common';
import { NO_PAGES, type Monitor } from '../../../model/monitor/monitor.js';
import type { MailProgress, MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import type { Mail } from '../../../model/options/monitor.options.js';
import { MonitorMails, type BeginMail } from './monitor-mails.js';

const PAGE = {
  url: 'https://a.example/<i>',
  status: 'changed',
  diff: { text: { text: '-<b>old</b>\n+<script>new</script>\n' } },
  judgment: null,
  error: null,
} as MonitorCheckPage;
const CHECK = { id: 'c', summary: { ...NO_PAGES, totalPages: 1, changed: 1 } } as MonitorCheck;

function monitorOf(recipients: readonly string[], name = 'Prices'): Monitor {
  return {
    id: 'm',
    owner: 'ann',
    name,
    notification: { email: { enabled: true, recipients, includeDiffs: true } },
  } as Monitor;
}

function mailsWith(
  send: (mail: Mail) => Promise<void>,
  allowRecipient: (owner: string, address: string) => boolean | Promise<boolean> = () => true,
): MonitorMails {
  const counts = new Map<string, number>();
  const add = async (name: string) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return { count: counts.get(name)!, resetsInMs: 0 };
  };
  const pages = async (_: string, { status }: { status: string }) => ({
    pages: status === 'changed' ? [PAGE] : [],
  });
  const options = { monitors: { mailer: { send }, allowRecipient } };
  return new MonitorMails({ pages } as never, { add } as never, options as never);
}

const send = (
  mails: MonitorMails,
  monitor: Monitor,
  check: MonitorCheck,
  from: MailProgress = { next: 0, attempts: 0 },
  begin: BeginMail = async () => {},
) => mails.send(monitor, check, from, begin);

describe('mails of monitors', () => {
  let warnings: jest.SpyInstance;
  beforeEach(() => {
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.useRealTimers();
    warnings.mockRestore();
  });

  it('go to allowed recipients only', async () => {
    const sent: string[] = [];
    const mails = mailsWith(
      async ({ to }) => void sent.push(to),
      (owner, address) => owner === 'ann' && address.endsWith('@here.example'),
    );
    await send(mails, monitorOf(['a@here.example', 'b@there.example']), CHECK);
    expect(sent).toEqual(['a@here.example']);
  });

  it('have one line as their subject, and escape texts of pages', async () => {
    const sent: Mail[] = [];
    const mails = mailsWith(async (mail) => void sent.push(mail));
    await send(mails, monitorOf(['a@here.example'], 'Prices\r\nBcc: all@there.example'), CHECK);
    expect(sent[0]!.subject).toBe('Prices Bcc: all@there.example: 1 changed');
    expect(sent[0]!.html).toContain('-&lt;b&gt;old&lt;/b&gt;\n+&lt;script&gt;new&lt;/script&gt;');
    expect(sent[0]!.html).not.toMatch(/<(?:i|b>old|script)/);
  });

  it('go to the other recipients if one is refused', async () => {
    const sent: string[] = [];
    const mails = mailsWith(async ({ to }) => {
      if (to.startsWith('bad')) throw new Error('550 no such user');
      sent.push(to);
    });
    await send(mails, monitorOf(['bad@here.example', 'a@here.example']), CHECK);
    expect(sent).toEqual(['a@here.example']);
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining('550 no such user'));
  });

  it.each(['mailer', 'permission'])('end after 30 seconds if the %s does not answer', async (hanging) => {
    jest.useFakeTimers();
    let sent = 0;
    const never = new Promise<never>(() => {});
    const mails = mailsWith(
      () => (sent++, hanging === 'mailer' ? never : Promise.resolve()),
      () => (hanging === 'permission' ? never : true),
    );
    const ended = send(mails, monitorOf(['a@here.example', 'b@here.example']), CHECK);
    await jest.advanceTimersByTimeAsync(30_000);
    await ended;
    expect(sent).toBe(hanging === 'mailer' ? 1 : 0);
    expect(warnings).toHaveBeenCalledTimes(1);
  });

  it('store their position before each of them', async () => {
    const steps: unknown[] = [];
    const mails = mailsWith(async ({ to }) => void steps.push(to));
    await send(mails, monitorOf(['a@here.example', 'b@here.example']), CHECK, undefined, async (position) => {
      steps.push(position);
    });
    expect(steps).toEqual([
      { next: 0, attempts: 0, written: 1 },
      { next: 0, attempts: 1, written: 0 },
      'a@here.example',
      { next: 1, attempts: 1, written: 0 },
      'b@here.example',
    ]);
  });

  it.each([
    [1, ['b@here.example', 'c@here.example']],
    [2, ['c@here.example']],
  ])('continue after a crash at attempt %d with %j', async (attempts, expected) => {
    const sent: string[] = [];
    const mails = mailsWith(async ({ to }) => void sent.push(to));
    const monitor = monitorOf(['a@here.example', 'b@here.example', 'c@here.example']);
    await send(mails, monitor, CHECK, { next: 1, attempts });
    expect(sent).toEqual(expected);
  });

  it('are not written a third time when the process ended twice meanwhile', async () => {
    const sent: string[] = [];
    const mails = mailsWith(async ({ to }) => void sent.push(to));
    const monitor = monitorOf(['a@here.example']);
    await send(mails, monitor, CHECK, { next: 0, attempts: 0, written: 2 });
    expect(sent).toEqual([]);
    await send(mails, monitor, CHECK, { next: 0, attempts: 0, written: 1 });
    expect(sent).toEqual(['a@here.example']);
  });

  it('read nothing before their attempt is stored, and no page that they do not show', async () => {
    const steps: string[] = [];
    const read: number[] = [];
    const pages = async (_: string, { from, maxBytes }: { from: number; maxBytes: number }) => {
      steps.push('read');
      read.push(from);
      expect(maxBytes).toBeLessThanOrEqual(2 ** 20);
      return { pages: [PAGE], hasMore: true };
    };
    const options = { monitors: { mailer: { send: async () => {} }, allowRecipient: () => true } };
    const mails = new MonitorMails({ pages } as never, { add: async () => ({ count: 1 }) } as never, options as never); // prettier-ignore
    const check = { id: 'c', summary: { ...NO_PAGES, totalPages: 900, changed: 900 } } as MonitorCheck;
    const begin = async () => void steps.push('begin');
    await send(mails, monitorOf(['a@here.example']), check, undefined, begin);
    expect([steps[0], steps[1]]).toEqual(['begin', 'read']);
    expect(read).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('end when another process has taken over the check', async () => {
    const sent: string[] = [];
    const mails = mailsWith(async ({ to }) => void sent.push(to));
    const lost = () => Promise.reject(new Error('lease lost'));
    const monitor = monitorOf(['a@here.example']);
    await expect(send(mails, monitor, CHECK, undefined, lost)).rejects.toThrow('lease lost');
    expect(sent).toEqual([]);
  });

  it('are at most 50 in 24 hours for an owner', async () => {
    let sent = 0;
    const mails = mailsWith(async () => void sent++);
    const recipients = Array.from({ length: 20 }, (_, n) => `r${n}@here.example`);
    for (let check = 0; check < 3; check++) await send(mails, monitorOf(recipients), CHECK);
    expect(sent).toBe(50);
  });
});
