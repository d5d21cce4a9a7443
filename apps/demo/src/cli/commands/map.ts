import type { Command } from '../command';
import { toJson } from '../terminal/present-page';
import { onlyWord, wholeNumber } from '../read-options';
import { asOptions, readSession, SESSION_OPTIONS } from '../session-options';
import { withApplication } from '../with-application';

const HELP = `Usage: nestjs-web-extract map <address> [options]

Writes the links of a site, one a line, from its sitemaps and its pages.

  --search <words>       the links that have to do with these words first
  --limit <n>            most links (5000)
  --json                 with titles and descriptions, as JSON
  --timeout <ms>         longest time; what was found by then counts (30000)
  --cookies <file>       cookies.txt or storageState for the address
  --session <name> --sessions <file.mjs>    a session of the file
  --allow-private        addresses that are not of the open Internet, too`;

export const map: Command = {
  help: HELP,
  options: {
    search: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    timeout: { type: 'string' },
    'allow-private': { type: 'boolean' },
    ...SESSION_OPTIONS,
  },
  async run(invocation) {
    const { words, values, terminal } = invocation;
    const target = onlyWord(words, 'address');
    const limit = wholeNumber(values, 'limit', 1);
    const timeoutMs = wholeNumber(values, 'timeout', 1);
    const { search } = values;
    const session = asOptions(await readSession(values, target));
    const request = {
      url: target,
      ...session.page,
      ...(limit === undefined ? {} : { limit }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(typeof search === 'string' ? { search } : {}),
    };
    const { entries, warnings } = await withApplication(
      invocation,
      { target, ...session.settings },
      async (app, signal) => {
        const { MapService } = await import('nestjs-web-extract');
        return app.get(MapService).map(request, signal);
      },
    );
    for (const warning of warnings) terminal.note(`warning: ${warning}`);
    const lines = entries.map(({ url }) => `${url}\n`).join('');
    await terminal.print(values['json'] ? `${toJson(entries, 2)}\n` : lines);
  },
};
