import type { Page } from '../../../model/page/page.js';

/** Entry of a page in `llms.txt`. */
interface Entry {
  readonly url: URL;
  readonly title: string;
  readonly description: string;
}

/** Pages of an address without folders. */
const TOP = 'Pages';

/**
 * Formats the `llms.txt` (llmstxt.org) of a crawl: site name, site description, and the pages grouped by first folder
 * with title and description. Excludes error pages and empty pages.
 *
 * @param rootUrl start page of the crawl
 */
export async function llmsText(pages: AsyncIterable<Page>, rootUrl: string): Promise<string> {
  const entries: Entry[] = [];
  let root: Page | null = null;
  for await (const page of pages) {
    if (!isReadable(page)) continue;
    if (root === null || page.url === rootUrl) root = page;
    entries.push({
      url: new URL(page.url),
      title: titleOf(page),
      description: line(page.metadata.description),
    });
  }
  const { openGraph, description } = root?.metadata ?? {};
  const name = line(openGraph?.siteName ?? null) || (root ? titleOf(root) : new URL(rootUrl).host);
  const parts = [`# ${name}`, ...(line(description ?? null) ? [`> ${line(description!)}`] : [])];
  return `${[...parts, ...sectionsOf(entries)].join('\n\n')}\n`;
}

/** `llms-full.txt` of a crawl: its pages with their markdown, one part a page. */
export async function* llmsFullText(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  for await (const page of pages) {
    if (isReadable(page)) yield `Source: ${page.url}\n\n${withTitle(page)}\n\n`;
  }
}

function withTitle(page: Page): string {
  const markdown = page.markdown!.trim();
  return markdown.startsWith('# ') ? markdown : `# ${titleOf(page)}\n\n${markdown}`;
}

function isReadable({ statusCode, markdown }: Page): boolean {
  return statusCode < 400 && markdown !== null && markdown.trim() !== '';
}

function titleOf({ metadata, url }: Page): string {
  return line(metadata.title) || url;
}

/** Text of a page on one line, so that it cannot begin anything else. */
function line(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function sectionsOf(entries: readonly Entry[]): string[] {
  const folders = new Map<string, Entry[]>();
  for (const entry of [...entries].sort((a, b) => (a.url.href < b.url.href ? -1 : 1))) {
    const folder = folderOf(entry.url);
    const inside = folders.get(folder);
    if (inside) inside.push(entry);
    else folders.set(folder, [entry]);
  }
  return [...folders].map(([folder, inside]) => `## ${folder}\n\n${inside.map(itemOf).join('\n')}`);
}

function folderOf({ pathname }: URL): string {
  const [, first = '', second] = pathname.split('/');
  return second === undefined ? TOP : decoded(first);
}

function decoded(segment: string): string {
  try {
    return line(decodeURIComponent(segment)) || TOP;
  } catch {
    return segment;
  }
}

function itemOf({ url, title, description }: Entry): string {
  const link = `- [${title.replace(/[[\]\\]/g, '\\$&')}](${url.href.replace(/\(/g, '%28').replace(/\)/g, '%29')})`;
  return description ? `${link}: ${description}` : link;
}
