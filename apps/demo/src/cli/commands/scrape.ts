import type { DocumentService, Page, PageRequest } from 'nestjs-web-extract';
import type { Command } from '../command';
import { findLocalFile, readLocalFile } from '../local-file';
import { PAGE_OPTIONS, readPageWishes } from '../page-wishes';
import { presentPage } from '../present-page';
import { onlyWord } from '../read-options';
import { withApplication } from '../with-application';

const HELP = `Usage: nestjs-web-extract scrape <address or file> [options]

Reads one page and writes it as markdown. A file may be HTML, PDF, Word, Excel,
PowerPoint, OpenDocument, RTF or EPUB.

  --json                 all that is known of the page, as JSON
  --formats <list>       markdown, html, rawHtml, links, images, chunks,
                         summary, screenshot, screenshot@fullPage; several of
                         them, chunks and screenshots give JSON
  --links <how>          inline, text or reference (inline)
  --images <how>         inline, alt or none (inline)
  --main, --full         the main content alone, or all of the page (--main)
  --schema <file>        what the page states in the terms of a JSON schema
  --wait <ms>            time for scripts, in a browser
  --timeout <ms>         longest time for all of it (30000)
  --allow-private        addresses that are not of the open Internet, too

OPENAI_MODEL, OPENAI_API_KEY and OPENAI_BASE_URL name the model for --schema
and summaries; without one, what pages state in structured data is taken.`;

export const scrape: Command = {
  help: HELP,
  options: { ...PAGE_OPTIONS, json: { type: 'boolean' }, 'allow-private': { type: 'boolean' } },
  async run(invocation) {
    const { words, values, terminal } = invocation;
    const target = onlyWord(words, 'address or file');
    const wishes = await readPageWishes(values);
    const path = await findLocalFile(target);
    const page = await withApplication(invocation, { target }, async (app, signal): Promise<Page> => {
      const { DocumentService, ScrapeService } = await import('nestjs-web-extract');
      if (path !== null) return convert(app.get(DocumentService), path, wishes, signal);
      return app.get(ScrapeService).scrape({ ...wishes, url: target }, signal);
    });
    for (const warning of page.warnings) terminal.note(`warning: ${warning}`);
    if (page.statusCode >= 400)
      terminal.note(`warning: the site answered ${page.statusCode} ${page.statusText ?? ''}`);
    await terminal.print(presentPage(page, wishes.formats ?? [], Boolean(values['json'])));
  },
};

async function convert(
  documents: DocumentService,
  path: string,
  { waitForMs: _, ...wishes }: Omit<PageRequest, 'url'>,
  signal: AbortSignal,
): Promise<Page> {
  const { bytes, fileName } = await readLocalFile(path);
  return documents.convert(bytes, { ...wishes, fileName }, signal);
}
