import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'nestjs-web-extract';
import type { Command, Invocation } from '../command';
import { withHint } from '../terminal/hints';
import { PAGE_OPTIONS, readPageOptions } from '../page-options';
import { paintDiff } from '../terminal/paint-diff';
import { onlyWord } from '../read-options';
import { asOptions, readSession, SESSION_OPTIONS } from '../session-options';
import { withApplication } from '../with-application';

const HELP = `Usage: nestjs-web-extract diff <address> [options]

Prints what changed on a page since the last diff of it, as a unified diff of
its markdown. The first diff of a page stores its text.

  --ignore-noise         ignore relative times, counters and update dates
  --data-dir <folder>    where texts are stored (default: a folder of the user)
  --main, --full         the main content, or the whole page (--main)
  --include-selectors, --exclude-selectors <css>    parts to keep, to drop
  -H, --headers <field>  'Name: value', sent to the site; repeatable
  --cookies <file>       cookies.txt or storageState for the address
  --session <name> --sessions <file.mjs>    a session of the file
  --wait-for <ms or css> extra time for scripts, or an element to wait for
  --timeout <ms>         longest time for a page (30000)
  --allow-private        allow private addresses

Pages read with other options are compared apart.`;

const {
  formats: _,
  links: __,
  images: ___,
  schema: ____,
  'front-matter': _____,
  hidden: ______,
  ...OPTIONS
} = PAGE_OPTIONS;

export const diff: Command = {
  help: HELP,
  options: {
    ...OPTIONS,
    ...SESSION_OPTIONS,
    'ignore-noise': { type: 'boolean' },
    'data-dir': { type: 'string' },
  },
  async run(invocation) {
    const { words, values } = invocation;
    const url = onlyWord(words, 'address');
    const session = asOptions(await readSession(values, url));
    const page = { ...(await readPageOptions(values)), ...session.page };
    const ignoreNoise = values['ignore-noise'] === true;
    const settings = {
      target: url,
      dataDir: dataDirOf(values['data-dir']),
      history: {},
      ...session.settings,
    };
    return withApplication(invocation, settings, async (app, signal) => {
      const { ScrapeService } = await import('nestjs-web-extract');
      const track = { tag: 'diff', modes: ['git-diff'], ignoreNoise } as const;
      return report(await app.get(ScrapeService).scrape({ ...page, url, track }, signal), invocation);
    });
  },
};

/** @returns the exit code: 1 if the page could not be compared */
async function report({ change, warnings, url }: Page, { terminal }: Invocation): Promise<number> {
  for (const warning of warnings) terminal.note(`warning: ${withHint(warning)}`);
  if (!change) {
    terminal.note(`error: ${url} could not be compared`);
    return 1;
  }
  if (change.diff) await terminal.print(`${change.diff.text.replace(/\n$/, '')}\n`, paintDiff);
  else terminal.note(SENTENCES[change.status](`${change.previousAt}`));
  return 0;
}

const SENTENCES: Record<NonNullable<Page['change']>['status'], (previousAt: string) => string> = {
  new: () => 'First visit: the text is stored for the next diff.',
  same: (previousAt) => `Unchanged since ${previousAt}.`,
  changed: (previousAt) => `Changed since ${previousAt}; there is no diff.`,
  removed: (previousAt) => `Removed: the page was last seen at ${previousAt}.`,
};

/** `--data-dir`, or the state directory of the XDG specification. */
function dataDirOf(option: unknown): string {
  if (typeof option === 'string') return resolve(option);
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'nestjs-web-extract');
}
