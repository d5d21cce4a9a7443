import { UsageError, type Command, type Invocation } from '../command';
import { onlyWord, wholeNumber } from '../read-options';
import type { ApiAnswer } from './api-client';
import { check } from './check-command';
import type { MonitorAnswer } from './monitor-answers';
import { BODY_OPTIONS, readMonitorBody } from './monitor-body';
import { exitCodeOf, monitorsOf, say, USAGE } from './monitor-command';
import { checkLine, checkTable, monitorFacts, monitorTable } from './present-monitor';
import { SERVER_HELP, SERVER_OPTIONS } from './server-options';

const MAX_CHECKS = 100;

async function sayMonitor(
  invocation: Invocation,
  { data, warning }: ApiAnswer<MonitorAnswer>,
): Promise<void> {
  if (warning !== undefined) invocation.terminal.note(`warning: ${warning}`);
  await say(invocation, data, monitorFacts(data));
}

const create: Command = {
  help: `${USAGE} create [<address> ...] [options]

Creates a monitor of pages, sites or search results. The server checks them.

  --schedule <words>     'every 30 minutes', 'weekdays at 8:30'; or
  --cron <fields>        '30 8 * * 1-5'; or
  --adaptive <bounds>    each page as often as it changes: '15-1440' minutes
  --timezone <name>      IANA name (UTC)
  --name <text>          name of the monitor (its first address)
  --crawl <address>      check the pages of a site; repeatable
  --limit <n>            most pages of each site
  --query <words>        check the results of a search; repeatable
  --goal <text>          question that a model judges changes by
  --webhook <url>        receives the changes
  --email <address>      receives mails about changes; repeatable
  --include-diffs        mails contain the changed lines
  --retention-days <n>   days that checks are kept (30)
  --body <file>          all fields as JSON, as in POST /v2/monitor
${SERVER_HELP}`,
  options: { ...BODY_OPTIONS, ...SERVER_OPTIONS },
  async run(invocation) {
    const body = await readMonitorBody(invocation);
    await sayMonitor(invocation, await monitorsOf(invocation, (monitors) => monitors.create(body)));
  },
};

const list: Command = {
  help: `${USAGE} list [options]

Lists the monitors of the key, the newest first.

${SERVER_HELP}`,
  options: SERVER_OPTIONS,
  async run(invocation) {
    const { words, terminal, values } = invocation;
    if (words.length > 0) throw new UsageError(`list takes no ${words[0]}`);
    const found = await monitorsOf(invocation, (monitors) => monitors.list());
    if (found.length === 0 && !values['json']) return terminal.note('There are no monitors.');
    await say(invocation, found, monitorTable(found));
  },
};

const get: Command = {
  help: `${USAGE} get <id> [options]

Shows a monitor: its schedule, its targets, its last check.

${SERVER_HELP}`,
  options: SERVER_OPTIONS,
  async run(invocation) {
    const id = onlyWord(invocation.words, 'id');
    const monitor = await monitorsOf(invocation, (monitors) => monitors.get(id));
    await say(invocation, monitor, monitorFacts(monitor));
  },
};

const run: Command = {
  help: `${USAGE} run <id> [options]

Starts a check now and waits for its end. It ends with 1 if no page was read.

  --no-wait              return at once
${SERVER_HELP}`,
  options: { ...SERVER_OPTIONS, 'no-wait': { type: 'boolean' } },
  async run(invocation) {
    const id = onlyWord(invocation.words, 'id');
    const check = await monitorsOf(invocation, async (monitors) => {
      const started = await monitors.run(id);
      if (invocation.values['no-wait']) return started;
      invocation.terminal.progress(`check ${started.id} is running`);
      return monitors.ended(id, started.id).finally(() => invocation.terminal.endProgress());
    });
    await say(invocation, check, `${checkLine(check)}\n`);
    return exitCodeOf(check);
  },
};

const checks: Command = {
  help: `${USAGE} checks <id> [options]

Lists the checks of a monitor, the newest first.

  --limit <n>            most checks, up to ${MAX_CHECKS} (25)
${SERVER_HELP}`,
  options: { ...SERVER_OPTIONS, limit: { type: 'string' } },
  async run(invocation) {
    const { words, values, terminal } = invocation;
    const id = onlyWord(words, 'id');
    const limit = Math.min(wholeNumber(values, 'limit', 1) ?? 25, MAX_CHECKS);
    const found = await monitorsOf(invocation, (monitors) => monitors.checks(id, limit));
    if (found.length === 0 && !values['json']) return terminal.note('There are no checks yet.');
    await say(invocation, found, checkTable(found));
  },
};

const statusCommand = (word: string, status: MonitorAnswer['status'], effect: string): Command => ({
  help: `${USAGE} ${word} <id> [options]

${effect}

${SERVER_HELP}`,
  options: SERVER_OPTIONS,
  async run(invocation) {
    const id = onlyWord(invocation.words, 'id');
    await sayMonitor(invocation, await monitorsOf(invocation, (monitors) => monitors.update(id, { status })));
  },
});

const remove: Command = {
  help: `${USAGE} delete <id> [options]

Deletes a monitor with its checks and the history of its pages.

${SERVER_HELP}`,
  options: SERVER_OPTIONS,
  async run(invocation) {
    const id = onlyWord(invocation.words, 'id');
    await monitorsOf(invocation, (monitors) => monitors.remove(id));
    await say(invocation, { success: true, id }, `Deleted ${id}.\n`);
  },
};

/** Commands of monitors by their second word. */
export const MONITOR_COMMANDS = {
  create,
  list,
  get,
  run,
  checks,
  check,
  pause: statusCommand('pause', 'paused', 'Pauses a monitor: it does not run until it is resumed.'),
  resume: statusCommand('resume', 'active', 'Resumes a paused monitor by its schedule.'),
  delete: remove,
} as const satisfies Readonly<Record<string, Command>>;
