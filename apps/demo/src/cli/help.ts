/** Fits a screen of 80 by 24. */
export const HELP = `Usage: nestjs-web-extract <command> [options]

Pages, sites and documents as clean markdown.

  scrape <address or file>       one page, or a file: HTML, PDF, Word, Excel,
                                 PowerPoint, OpenDocument, RTF, EPUB
  crawl <address> -o <output>    all pages of a site; goes on where it stopped
  sync <address> --sqlite <file> the text of a site in SQLite, kept in sync
  diff <address>                 what changed on a page since its last diff
  map <address>                  the links of a site
  search <words>                 the web, by a SearXNG instance
  monitor <command>              periodic checks of pages, and their changes
  session <command>              logins that a server reads pages with
  extractor <command>            data of pages without a model, learned once
  serve                          the HTTP APIs that Firecrawl clients speak
  postgres <command>             the tables of serve in PostgreSQL

  <command> --help               what it takes
  --version                      the version of nestjs-web-extract

Results go to the standard output, all else to the standard error. It ends with
0, 1 when it failed, 2 when it was called wrongly, 130 after Ctrl-C.`;
