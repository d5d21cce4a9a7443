import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { ExtractorService, ExtractorView, JsonSchema } from 'nestjs-web-extract';
import { CommandError, UsageError, type Command, type Invocation, type OptionValues } from '../command';
import { SERVER_HELP, SERVER_OPTIONS, withServer } from '../monitor/server-options';
import { onlyWord } from '../read-options';
import { readTargets } from '../scrape-targets';
import { withApplication } from '../with-application';
import { IMPORTED, importExtractor } from './import-extractor';
import { pageValues, type PageValues } from './page-values';

/** Begins the help of each command. */
const USAGE = 'Usage: nestjs-web-extract extractor';

/** Pages that are read by one call of the service. */
const AT_ONCE = 20;
const WAIT_MS = 120_000;

/** Commands about extractors. `learn` and `run` work with files; the others with a server. */
export const EXTRACTOR_COMMANDS: Readonly<Record<string, Command>> = {
  learn: {
    help: `${USAGE} learn <address> ... [options]

Learns from 2 to 50 pages how to read others of the same kind without a model.

  --schema <file>        JSON schema of an object
  --values <file>        values by address: {"https://…": {"price": 1}}
  --sources <list>       values, stated, model (all that are there)
  -o, --output <path>    file of the extractor
  --allow-private        allow private addresses`,
    options: {
      schema: { type: 'string' },
      values: { type: 'string' },
      sources: { type: 'string' },
      output: { type: 'string', short: 'o' },
      'allow-private': { type: 'boolean' },
    },
    run: learn,
  },
  run: {
    help: `${USAGE} run <file> <address> ...

Reads pages with an extractor, without a model. Writes one line of JSON for
each page; - reads addresses from stdin. Exit code 1 if a page failed.

  --allow-private        allow private addresses`,
    options: { 'allow-private': { type: 'boolean' } },
    run,
  },
  show: {
    help: `${USAGE} show <file, id or name>

Shows templates and fields of an extractor: of a file, or of a server.

${SERVER_HELP}`,
    options: SERVER_OPTIONS,
    run: show,
  },
  heal: {
    help: `${USAGE} heal <id or name>

Looks for lost fields in pages that the server has read before.

${SERVER_HELP}`,
    options: SERVER_OPTIONS,
    run: (invocation) =>
      request(invocation, 'POST', `/${idOf(invocation)}/heal`, { waitMs: WAIT_MS / 3 }, present),
  },
  list: {
    help: `${USAGE} list

Lists the extractors of a server.

${SERVER_HELP}`,
    options: SERVER_OPTIONS,
    run: (invocation) => request(invocation, 'GET', '?limit=100', undefined, presentList),
  },
  remove: {
    help: `${USAGE} remove <id or name>

Removes an extractor from a server, with its versions and recorded values.

${SERVER_HELP}`,
    options: SERVER_OPTIONS,
    run: (invocation) => request(invocation, 'DELETE', `/${idOf(invocation)}`, undefined, () => 'removed\n'),
  },
};

async function learn(invocation: Invocation): Promise<number> {
  const { words, values, terminal } = invocation;
  const output = values['output'];
  if (typeof output !== 'string') throw new UsageError('-o names the file of the extractor');
  if (typeof values['schema'] !== 'string') throw new UsageError('--schema names a JSON schema');
  if (words.length < 2) throw new UsageError('2 pages are needed at least');
  const schema = (await readJson(values['schema'])) as JsonSchema;
  const file = values['values'];
  const known = typeof file === 'string' ? pageValues(await readJson(file), words, file) : NO_VALUES;
  const pages = words.map((url) => (known.byPage.has(url) ? { url, data: known.byPage.get(url) } : { url }));
  const settings = { ...(words[0] === undefined ? {} : { target: words[0] }) };
  return withApplication(invocation, settings, async (app, signal) => {
    const service = await serviceOf(app);
    let { extractor } = await service.learn(
      { schema },
      { pages, waitMs: WAIT_MS, ...sourcesOf(values) },
      { signal },
    );
    while (extractor.status === 'learning') {
      await sleep(500, undefined, { signal });
      extractor = await service.get(extractor.id);
    }
    for (const url of known.others) terminal.note(`warning: ${url} of ${String(file)} is none of the pages`);
    for (const warning of extractor.warnings) terminal.note(`warning: ${warning}`);
    const hasFailed = extractor.status === 'failed';
    for (const note of extractor.learning.pages.flatMap((page) => notesOf(page, hasFailed)))
      terminal.note(`note: ${note}`);
    if (hasFailed) throw new CommandError(failureOf(extractor));
    await writeFile(output, `${JSON.stringify(await service.export(extractor.id), null, 1)}\n`);
    for (const line of present(extractor).trimEnd().split('\n')) terminal.note(line);
    return 0;
  });
}

const NO_VALUES: PageValues = { byPage: new Map(), others: [] };
/** Problems of a page that are listed. */
const MAX_PROBLEMS = 5;

/** Problems of a page; where nothing was learned also the reason why a page without problems taught nothing. */
function notesOf({ url, template, sources, problems }: LearningPage, hasFailed: boolean): string[] {
  if (problems.length > 0)
    return problems
      .slice(0, MAX_PROBLEMS)
      .map(({ path, reason, source }) => `${url}: ${path} of ${source}: ${reason}`);
  if (!hasFailed) return [];
  if (template === null) return [`${url}: no other page has its layout: two are needed`];
  const lack = 'no-examples: no values in --values, and neither its own data nor a model has values';
  return [sources.length === 0 ? `${url}: ${lack}` : `${url}: its examples were not sufficient`];
}

type LearningPage = ExtractorView['learning']['pages'][number];

/** Without the fields of a response, which are printed as notes. */
const failureOf = ({ error }: ExtractorView): string =>
  (error?.message ?? 'nothing was learned').replace(
    /: see learning\.pages.*$/,
    ': the notes above have the reasons',
  );

function sourcesOf({ sources }: OptionValues): {
  readonly sources?: readonly ('values' | 'stated' | 'model')[];
} {
  if (typeof sources !== 'string') return {};
  return { sources: sources.split(',').map((name) => name.trim() as 'values') };
}

async function run(invocation: Invocation): Promise<number> {
  const [file, ...rest] = invocation.words;
  if (file === undefined || rest.length === 0)
    throw new UsageError('a file of an extractor and addresses are needed');
  const urls = (await readTargets(rest)).map(({ kind, name }) => {
    if (kind === 'url') return name;
    throw new UsageError(`${name} is a file: extractors read addresses`);
  });
  return withApplication(invocation, { target: urls[0]! }, async (app, signal) => {
    const service = await serviceOf(app);
    await importExtractor(app, file);
    let exitCode = 0;
    for (let at = 0; at < urls.length; at += AT_ONCE) {
      const results = await service.run(IMPORTED, urls.slice(at, at + AT_ONCE), { signal, record: false });
      for (const result of results) {
        if (result.error !== undefined) exitCode = 1;
        await invocation.terminal.print(`${JSON.stringify(result)}\n`);
      }
    }
    return exitCode;
  });
}

async function show(invocation: Invocation): Promise<void> {
  const word = onlyWord(invocation.words, 'file, id or name');
  if (!word.endsWith('.json'))
    return request(invocation, 'GET', `/${encodeURIComponent(word)}`, undefined, present);
  const program = (await readJson(word)) as { readonly templates?: readonly object[] };
  await invocation.terminal.print(`${JSON.stringify(program, null, 2)}\n`);
}

/** Sends a request to the server and prints its response, as JSON with `--json`. */
async function request<Data>(
  invocation: Invocation,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object | undefined,
  text: (data: Data) => string,
): Promise<void> {
  await withServer(invocation, async (api) => {
    const { data } = await api.ask<Data>({
      method,
      path: `/v2/extractors${path}`,
      ...(body ? { body } : {}),
    });
    const { values, terminal } = invocation;
    await terminal.print(values['json'] ? `${JSON.stringify(data ?? {}, null, 2)}\n` : text(data));
  });
}

const idOf = ({ words }: Invocation): string => encodeURIComponent(onlyWord(words, 'id or name'));

async function serviceOf(app: INestApplicationContext): Promise<ExtractorService> {
  const { ExtractorService: Service } = await import('nestjs-web-extract');
  return app.get(Service);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

type Shown = Pick<ExtractorView, 'id' | 'name' | 'status' | 'health' | 'version' | 'templates' | 'drift'>;

function present(extractor: Shown): string {
  const { templates, drift } = extractor;
  const lines = templates.flatMap(({ id, pages, fields, missing }) => [
    `  template ${id}: ${pages} pages`,
    ...fields.map(
      ({ path, locators, optional }) => `    ${path}  ${locators} locators${optional ? ', optional' : ''}`,
    ),
    ...missing.map(({ path, reason }) => `    ${path}  not learned: ${reason}`),
  ]);
  const lost = drift.flatMap(({ fields }) => fields.map(({ path, missing, pages }) => `  lost ${path}: ${missing} of ${pages} pages`)); // prettier-ignore
  return `${[headLine(extractor), ...lines, ...lost].join('\n')}\n`;
}

const presentList = (list: readonly Shown[]): string => list.map((one) => `${headLine(one)}\n`).join('');

const headLine = ({ id, name, status, health, version }: Shown): string =>
  `${id}  ${name ?? '-'}  ${status}, ${health}, version ${version}`;
