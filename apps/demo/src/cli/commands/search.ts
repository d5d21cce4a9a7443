import type { SearchHit } from 'nestjs-web-extract';
import { CommandError, UsageError, type Command } from '../command';
import { toJson } from '../terminal/present-page';
import { printable } from '../terminal/printable';
import { wholeNumber } from '../read-options';
import { searchSqlite } from '../sync/sqlite-index';
import { withApplication } from '../with-application';

type Found = Pick<SearchHit, 'title' | 'url' | 'description'>;

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 100;

const HELP = `Usage: nestjs-web-extract search <words> [options]

Searches the web by a SearXNG instance and writes title, address and a few words
of each result. SEARXNG_URL names the instance; it must list json among its
search.formats.

  --sqlite <file>        search what sync has stored in a file, not the web
  --limit <n>            most results, up to 100 (5)
  --json                 as JSON
  --timeout <ms>         longest time (60000)`;

export const search: Command = {
  help: HELP,
  options: {
    sqlite: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    timeout: { type: 'string' },
  },
  async run(invocation) {
    const { words, values, terminal } = invocation;
    const query = words.join(' ');
    if (query.trim() === '') throw new UsageError('words are missing');
    const limit = wholeNumber(values, 'limit', 1);
    const timeoutMs = wholeNumber(values, 'timeout', 1);
    const write = (hits: readonly Found[]) =>
      terminal.print(values['json'] ? `${toJson(hits, 2)}\n` : hits.map(present).join('\n'));
    const file = values['sqlite'];
    if (typeof file === 'string')
      return write(searchSqlite(file, query, Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT)));
    if (!process.env['SEARXNG_URL']?.trim()) {
      throw new CommandError(
        'the web is not searched: set SEARXNG_URL to the URL of a SearXNG instance, such as http://localhost:8888',
      );
    }
    const request = {
      query,
      ...(limit === undefined ? {} : { limit }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const { results, warnings } = await withApplication(invocation, {}, async (app, signal) => {
      const { SearchService } = await import('nestjs-web-extract');
      return app.get(SearchService).search(request, undefined, signal);
    });
    for (const warning of warnings) terminal.note(`warning: ${warning}`);
    await write(results.map(({ page: _, failure: __, ...hit }) => hit));
  },
};

const present = ({ title, url, description }: Found): string =>
  [title, url, description]
    .filter((text) => text !== '')
    .map((text) => `${printable(text)}\n`)
    .join('');
