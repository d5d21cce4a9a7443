import { presentHistory } from '../../api/v2/history/history.answers.js';
import { MAX_TAG_CHARS } from '../../api/fields/change-tracking.fields.js';
import { defined } from '../../api/defined.js';
import { MAX_URL_CHARS } from '../../api/fields/page.fields.js';
import { InvalidRequestError, NotFoundError } from '../../model/errors.js';
import { ChangeFeed } from '../../services/changes/change-feed.service.js';
import { CorpusSearch } from '../../services/corpus/corpus-search.js';
import { HistoryService } from '../../services/history/history.service.js';
import { fields, listOf, object, text, wholeNumber } from './schemas.js';
import type { McpToolContext } from './tool-context.js';
import type { Tool, ToolArguments } from './tool.js';

const MAX_CURSOR_CHARS = 100;
const MAX_FINGERPRINT_CHARS = 128;
const DEFAULT_CHANGES = 20;

const READING = {
  isReading: true,
  isOpenWorld: false,
  namesUnused: true,
  isOffered: ({ core }: McpToolContext) => core.options.history !== null,
} as const;

const TAG = text('Tag of the tracked pages. Default: those without a tag');
const WARNING = text('Warnings');

const CHANGES: Tool = {
  ...READING,
  name: 'changes',
  title: 'Read changes',
  describe: (nameOf) =>
    `Lists new, changed and removed pages of a corpus or monitor in order, with the passages that differ. Without since it lists all pages first; ` +
    `pass the returned cursor as since to get only what has changed afterwards. The texts of one page over time: ${nameOf('history')}.`,
  input: () =>
    fields({
      tag: TAG,
      since: text('Cursor of an earlier answer'),
      limit: wholeNumber(1, `Most entries of the answer. Default: ${DEFAULT_CHANGES}`, 100),
    }),
  output: fields(
    {
      data: listOf({ type: 'object' }, 'Entries: url, type (upsert or delete), metadata, chunks'),
      cursor: text('Where to read on'),
      hasMore: { type: 'boolean' },
      warning: WARNING,
    },
    'data',
    'cursor',
    'hasMore',
  ),
  async run(given, { owner, signal }, { core }) {
    const since = textOf(given, 'since', MAX_CURSOR_CHARS);
    const wanted = {
      owner,
      tag: textOf(given, 'tag', MAX_TAG_CHARS) ?? '',
      ...(since ? { since } : {}),
      limit: countOf(given, 'limit', 100) ?? DEFAULT_CHANGES,
    };
    const {
      entries,
      cursor,
      hasMore,
      held,
      warning: unknown,
    } = await core.answers.inTurn(owner, () => core.get(ChangeFeed).read(wanted), signal);
    const warning =
      held > 0
        ? { warning: `${held} removals are held until a later crawl confirms them` }
        : defined({ warning: unknown });
    return {
      structured: { data: entries, cursor, hasMore, ...warning },
      readOn: 'Ask for fewer entries with limit.',
    };
  },
};

const HISTORY: Tool = {
  ...READING,
  name: 'history',
  title: 'History of a page',
  describe: () =>
    'Returns when a tracked page was visited and changed, its stored texts by fingerprint, and the difference between the last two of them, or between from and to.',
  input: () =>
    fields(
      {
        url: text('Address of the page'),
        tag: TAG,
        from: text('Fingerprint of the older text. Default: the one before the newer'),
        to: text('Fingerprint of the newer text. Default: the newest'),
      },
      'url',
    ),
  output: fields(
    {
      data: object({
        url: text('Of the page'),
        versions: listOf({ type: 'object' }, 'Stored texts, newest first'),
      }),
      diff: text('Unified diff'),
    },
    'data',
  ),
  async run(given, { owner, signal }, { core }) {
    const url = textOf(given, 'url', MAX_URL_CHARS);
    if (url === undefined) throw InvalidRequestError.at(['url'], { code: 'required' });
    const place = { owner, tag: textOf(given, 'tag', MAX_TAG_CHARS) ?? '' };
    const [from, to] = [
      textOf(given, 'from', MAX_FINGERPRINT_CHARS),
      textOf(given, 'to', MAX_FINGERPRINT_CHARS),
    ];
    const history = core.get(HistoryService);
    const versions = await history.versions(url, place);
    const page = await core.answers.inTurn(owner, () => history.find(url, place), signal);
    if (!page) throw new NotFoundError('The page is not tracked under this tag');
    const hasDiff = versions.length > 1 || from !== undefined || to !== undefined;
    const diff = hasDiff
      ? await core.answers.inTurn(owner, () => history.diff(url, from, to, place), signal)
      : null;
    return { structured: { data: presentHistory(page, versions), ...(diff ? { diff: diff.text } : {}) } };
  },
};

const SEARCH_CORPUS: Tool = {
  ...READING,
  name: 'corpus_search',
  title: 'Search a corpus',
  describe: (nameOf) =>
    `Finds passages of pages that the application keeps in sync, by words, each with a link to its heading. Faster and more precise than ${nameOf('search')} for these sites. ` +
    'An unknown tag is answered with the known ones.',
  input: () =>
    fields(
      {
        query: text('Words'),
        tag: text('Tag of the corpus'),
        limit: wholeNumber(1, 'Most passages. Default: 5', 50),
      },
      'query',
      'tag',
    ),
  output: fields(
    {
      data: listOf(
        object({ url: text('Link to the heading'), title: text('Of the page'), text: text('Markdown') }),
        'Passages, the most relevant first',
      ),
      warning: WARNING,
    },
    'data',
  ),
  async run(given, { owner, signal }, { core }) {
    const tag = textOf(given, 'tag', MAX_TAG_CHARS) ?? '';
    const limit = countOf(given, 'limit', 50);
    const search = core.get(CorpusSearch);
    const query = {
      owner,
      tag,
      query: String(given['query'] ?? ''),
      ...(limit === undefined ? {} : { limit }),
    };
    const { passages, warnings } = await search.search(query, signal).catch(async (error: unknown) => {
      throw error instanceof NotFoundError ? await withTags(error, search, owner) : error;
    });
    const structured = { data: passages, ...(warnings.length > 0 ? { warning: warnings.join('. ') } : {}) };
    return { structured, text: passages.map(asText).join('\n\n---\n\n') || 'No passages found.' };
  },
};

const MAX_TAGS = 20;

async function withTags(
  { message }: NotFoundError,
  search: CorpusSearch,
  owner: string,
): Promise<NotFoundError> {
  const tags = (await search.tags(owner)).slice(0, MAX_TAGS);
  return new NotFoundError(
    `${message}. ${tags.length > 0 ? `Tags: ${tags.map((tag) => JSON.stringify(tag)).join(', ')}` : 'This key has no corpora'}`,
  );
}

const asText = ({
  url,
  title,
  headingPath,
  text: passage,
}: {
  url: string;
  title: string | null;
  headingPath: readonly string[];
  text: string;
}) => `${[title ?? '', ...headingPath].filter(Boolean).join(' > ')}\n${url}\n\n${passage}`;

/** What agents read of histories and corpora. */
export const CORPUS_TOOLS: readonly Tool[] = [CHANGES, HISTORY, SEARCH_CORPUS];

function textOf(given: ToolArguments, name: string, most: number): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= most) return value;
  throw InvalidRequestError.at([name], { code: 'text', mostChars: most });
}

function countOf(given: ToolArguments, name: string, most: number): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
  throw InvalidRequestError.at([name], { code: 'integer-range', least: 1, most });
}
