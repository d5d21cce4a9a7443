import type { INestApplicationContext } from '@nestjs/common';
import type { Page } from 'nestjs-web-extract';
import { Settings } from '../../settings';
import type { Command, Invocation } from '../command';
import { failureLine } from '../terminal/failure-line';
import { withCode, withHint } from '../terminal/hints';
import { missingResults, withoutRequired, type Installation } from '../missing-results';
import { importExtractor } from '../extractor/import-extractor';
import { openScrapeOutput, type ScrapeOutput } from '../output/scrape-output';
import { EXTRACTOR_OPTION, FORMATS, PAGE_OPTIONS, readPageOptions, type PageOptions } from '../page-options';
import { asOptions, readSession, SESSION_OPTIONS } from '../session-options';
import { readTargets, type ScrapeTarget } from '../scrape-targets';
import { withApplication } from '../with-application';

const HELP_COLUMN = 25;
const HELP_WIDTH = 80;

/** A list in the second column of the help. */
function inLines(names: readonly string[]): string {
  const lines = [''];
  for (const name of names) {
    const longer = `${lines.at(-1)}${lines.at(-1) === '' ? '' : ' '}${name},`;
    if (longer.length <= HELP_WIDTH - HELP_COLUMN) lines[lines.length - 1] = longer;
    else lines.push(`${name},`);
  }
  return lines.join(`\n${' '.repeat(HELP_COLUMN)}`).slice(0, -1);
}

const HELP = `Usage: nestjs-web-extract scrape <address, file or -> [...] [options]

Writes pages and files as markdown. - reads URLs or a document from stdin.

  -o, --output <path>    file, folder (out/), pages.jsonl or picture (shot.png)
  --json                 all known facts as JSON; several pages: JSON lines
  --formats <list>       ${inLines(FORMATS)}
  --links, --images <how>    inline, text or reference; inline, alt or none
  --main, --full         the main content, or the whole page (--main)
  --include-selectors, --exclude-selectors <css>    parts to keep, to drop
  --front-matter         begin with title, URL and dates as YAML
  --hidden               read hidden sheets, rows, columns, slides and text
  -H, --headers <field>  'Name: value', sent to the site; repeatable
  --cookies <file>       cookies.txt or storageState for the first address
  --session <name> --sessions <file.mjs>    a session of the file
  --schema <file>        data of the page by a JSON schema; beyond structured
                         data it needs OPENAI_MODEL and OPENAI_API_KEY
  --extractor <file>     data of the page by an extractor, without a model
  --wait-for <ms or css> extra time for scripts, or an element to wait for
  --timeout <ms>         longest time for a page (30000)
  --fail, --allow-private    exit code 22 for HTTP errors; private addresses`;

/** Exit code of curl for `--fail`. */
const HTTP_ERROR = 22;

export const scrape: Command = {
  help: HELP,
  options: {
    ...PAGE_OPTIONS,
    ...EXTRACTOR_OPTION,
    ...SESSION_OPTIONS,
    output: { type: 'string', short: 'o' },
    json: { type: 'boolean' },
    fail: { type: 'boolean' },
  },
  async run(invocation) {
    const { words, values, terminal } = invocation;
    const targets = await readTargets(words);
    const target = targets.find(({ kind }) => kind === 'url')?.name;
    const session = asOptions(await readSession(values, target));
    const options = { ...(await readPageOptions(values)), ...session.page };
    const output = openScrapeOutput(values, options, targets.length === 1, terminal);
    const settings = {
      ...(target === undefined ? {} : { target }),
      ...session.settings,
    };
    return withApplication(invocation, settings, async (app, signal) => {
      let exitCode = 0;
      if (typeof values['extractor'] === 'string') await importExtractor(app, values['extractor']);
      for (const one of targets) {
        const code = await scrapeOne(app, one, output, invocation, signal).catch((error: unknown) => {
          if (targets.length === 1 || !isOfPage(error)) throw error;
          terminal.note(`error: ${failureLine(one.name, withCode(error))}`);
          return 1;
        });
        exitCode ||= code;
      }
      return exitCode;
    });
  },
};

/** True if an error of the library concerns one page only. */
const isOfPage = (error: unknown): boolean => typeof (error as { code?: unknown }).code === 'string';

async function scrapeOne(
  app: INestApplicationContext,
  target: ScrapeTarget,
  output: ScrapeOutput,
  { values, terminal }: Invocation,
  signal: AbortSignal,
): Promise<number> {
  const installation = await readInstallation();
  const page = await read(app, target, lenient(output.options, installation), signal);
  const missing = missingResults(page, output.options, installation);
  const isReported = (warning: string) => missing.some((message) => message.startsWith(warning));
  for (const warning of page.warnings.filter((one) => !isReported(one))) {
    terminal.note(`warning: ${withHint(warning)}`);
  }
  if (page.statusCode >= 400) {
    const status = `the site answered ${page.statusCode} ${page.statusText ?? ''}`;
    terminal.note(`${values['fail'] ? 'error' : 'warning'}: ${status}`);
    if (values['fail']) return HTTP_ERROR;
  }
  await output.write(page);
  for (const message of missing) terminal.note(`error: ${message}`);
  return missing.length > 0 ? 1 : 0;
}

/** Without a model, values that the page states are returned even if the schema requires more. */
function lenient(options: PageOptions, { hasModel }: Installation): PageOptions {
  const schema = options.extraction?.schema;
  if (schema === undefined || hasModel) return options;
  return { ...options, extraction: { ...options.extraction, schema: withoutRequired(schema) } };
}

async function readInstallation(): Promise<Installation> {
  const { browser, llm } = new Settings(process.env).createWebExtractOptions();
  const hasModel = llm?.model !== undefined || llm?.baseURL !== undefined;
  if (browser === false) return { hasModel, browser: 'off' };
  const { findBrowser } = await import('nestjs-web-extract');
  return { hasModel, browser: await findBrowser(typeof browser === 'object' ? browser : {}) };
}

async function read(
  app: INestApplicationContext,
  target: ScrapeTarget,
  options: PageOptions,
  signal: AbortSignal,
): Promise<Page> {
  const { DocumentService, ScrapeService } = await import('nestjs-web-extract');
  if (target.kind === 'url') return app.get(ScrapeService).scrape({ ...options, url: target.name }, signal);
  const {
    waitForMs: _,
    actions: __,
    headers: ___,
    screenshotOptions: ____,
    session: _____,
    ...rest
  } = options;
  const { bytes, fileName } = await target.read();
  return app
    .get(DocumentService)
    .convert(bytes, { ...rest, ...(fileName === undefined ? {} : { fileName }) }, signal);
}
