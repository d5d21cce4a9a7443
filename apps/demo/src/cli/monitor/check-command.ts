import { UsageError, type Command } from '../command';
import { onlyWord, oneOf } from '../read-options';
import type { Terminal } from '../terminal/terminal';
import { PAGE_STATUSES, type CheckAnswer, type CheckPageAnswer } from './monitor-answers';
import { exitCodeOf, monitorsOf, USAGE } from './monitor-command';
import type { MonitorsApi } from './monitors-api';
import { checkLine } from './present-monitor';
import { printPage } from './print-check';
import { SERVER_HELP, SERVER_OPTIONS } from './server-options';

/** Prints the pages of a check. */
export const check: Command = {
  help: `${USAGE} check <id> [<check id>] [options]

Prints the changed pages of a check, by default of the newest one, with their
diffs and judgements. It ends with 1 if no page was read.

  --status <word>        only these pages: ${PAGE_STATUSES.join(', ')}
  --all                  unchanged pages, too
${SERVER_HELP}`,
  options: { ...SERVER_OPTIONS, status: { type: 'string' }, all: { type: 'boolean' } },
  async run(invocation) {
    const { words, values, terminal } = invocation;
    const id = onlyWord(words.slice(0, 1), 'id');
    if (words.length > 2) throw new UsageError(`two ids are enough: what is ${words[2]}?`);
    const status = oneOf(values, 'status', PAGE_STATUSES);
    const isShown = values['all'] || status === 'same' ? () => true : isChange;
    return monitorsOf(invocation, async (monitors) => {
      const checkId = words[1] ?? (await monitors.newestCheck(id));
      const parts = monitors.parts(id, checkId, status);
      return values['json'] ? sayPagesAsJson(parts, isShown, terminal) : sayPages(parts, isShown, terminal);
    });
  },
};

type Parts = ReturnType<MonitorsApi['parts']>;
type IsShown = (page: CheckPageAnswer) => boolean;

async function sayPages(parts: Parts, isShown: IsShown, terminal: Terminal): Promise<number> {
  let first: CheckAnswer | null = null;
  for await (const part of parts) {
    if (!first) await terminal.print(`${checkLine(part)}\n`);
    first ??= part;
    for (const page of part.pages.filter(isShown)) await printPage(page, terminal);
  }
  return exitCodeOf(first!);
}

async function sayPagesAsJson(parts: Parts, isShown: IsShown, terminal: Terminal): Promise<number> {
  let whole: (CheckAnswer & { pages: CheckPageAnswer[] }) | null = null;
  for await (const { next: _, pages, ...part } of parts) {
    whole ??= { ...part, pages: [] };
    whole.pages.push(...pages.filter(isShown));
  }
  await terminal.print(`${JSON.stringify(whole, null, 2)}\n`);
  return exitCodeOf(whole!);
}

/** True for pages that differ from the previous check. */
const isChange: IsShown = ({ status }) => status !== 'same';
