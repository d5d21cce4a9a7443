import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBS = join(process.cwd(), 'libs');
const LAYERS = [
  'model',
  'ports',
  'concurrency',
  'web',
  'documents',
  'convert',
  'extraction',
  'pipeline',
  'services',
  'drivers',
];

/** Names that only bodies of the HTTP API have. What lies below speaks of the options of the services, and the API translates. */
const BODY_PATHS =
  /\b(?:pageOptions|crawlerOptions|extractorOptions|scrapeOptions|searchOptions|jsonOptions|(?:include|exclude|onlyInclude|remove)Tags|ignoreRobotsTxt|ignoreSitemap|extraction(?:Schema|Prompt)|allowBackward\w+|allowExternal\w+|parsePDF|invalidURLs|batch_scrape|waitFor)\b/;

const VERSION = /^['`]v[0-2]['`]$/;

describe('the layers below the API', () => {
  it.each(LAYERS)('%s: say nothing in the words of bodies', (layer) => {
    expect(textsOf(layer).filter(({ text }) => BODY_PATHS.test(text))).toEqual([]);
  });

  it.each(LAYERS)('%s: name nothing by them, but for what a model makes of the words of a crawl', (layer) => {
    const others = codeOf(layer).filter(({ path }) => !/advice/.test(path));
    expect(others.filter(({ code }) => BODY_PATHS.test(code)).map(({ path }) => path)).toEqual([]);
  });

  it.each(LAYERS)('%s: know no version of the API, but for the options that choose some', (layer) => {
    const others = textsOf(layer).filter(({ path }) => !path.endsWith('registration.options.ts'));
    expect(others.filter(({ text }) => VERSION.test(text))).toEqual([]);
  });

  it('are looked at as they are written', () => {
    expect(textsOf('services').some(({ text }) => text.includes('shutting down'))).toBe(true);
    expect(BODY_PATHS.test('ignoreRobotsTxt is not allowed here')).toBe(true);
  });
});

function textsOf(layer: string): { readonly path: string; readonly text: string }[] {
  return codeOf(layer).flatMap(({ path, code }) =>
    [...code.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([text]) => ({ path, text })),
  );
}

/** What the files of a layer hold; comments are free to say what something is called elsewhere. */
function codeOf(layer: string): { readonly path: string; readonly code: string }[] {
  const folder = layer === 'documents' ? 'documents/src' : `web-extract/src/${layer}`;
  const paths = readdirSync(join(LIBS, folder), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.(?:spec|contract|fixture)\.ts$/.test(path),
  );
  return paths.map((path) => {
    const source = readFileSync(join(LIBS, folder, path), 'utf8');
    return { path, code: source.replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '') };
  });
}
