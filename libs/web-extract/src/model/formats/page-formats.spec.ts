import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { PageContent } from './output-format.js';
import type * as Selection from './select-formats.js';
import { computeFormats, FILE_FORMATS, formatNames, NO_FORMATS, offeredFields } from './select-formats.js';

const SOURCES = join(process.cwd(), 'libs/web-extract/src');
const FOLDER = join(SOURCES, 'model/formats');

const CONTENT: PageContent = {
  markdown: () => '# Title',
  html: () => '<h1>Title</h1>',
  chunks: () => [],
  highlights: () => '',
};

describe('the output formats', () => {
  it('are computed only if they are requested', () => {
    expect(computeFormats('content', new Set(['html', 'links', 'quality']), CONTENT)).toEqual({
      html: '<h1>Title</h1>',
    });
    expect(NO_FORMATS).toEqual({ markdown: null, html: null, rawHtml: null, links: null });
  });

  it('are named by each interface', () => {
    expect(formatNames('v1')).toEqual(expect.arrayContaining(['extract', 'json', 'screenshot@fullPage']));
    expect(formatNames('v2')).toEqual(expect.arrayContaining(['json', 'question', 'query', 'screenshot']));
    expect(formatNames('v2', FILE_FORMATS)).not.toContain('screenshot');
    expect(formatNames('cli')).not.toContain('attributes');
  });

  it('are copied into responses of the interfaces that offer them', () => {
    const page = { ...NO_FORMATS, markdown: '# Title', images: [], chunks: [] };
    expect(offeredFields(page, 'v1')).toEqual({ markdown: '# Title', chunks: [] });
    expect(offeredFields(page, 'v2')).toEqual({ markdown: '# Title', chunks: [], images: [] });
  });
});

/** The file and the row that add a format to the sources. */
const ADDED_FILE = `
import type { PageContent } from './output-format.js';

/** The content without markup. */
export const text = {
  field: 'text',
  of: 'content',
  forFiles: true,
  shape: 'text',
  versions: { v1: ['text'], v2: ['text'], mcp: ['text'], cli: ['text'], playground: ['Text'] },
  compute: (content: PageContent) => content.markdown().replace(/[#*_]/g, ''),
} as const;
`;
const ADDED_ROW = '  text,\n';

const USES = `
import type { Conversion } from '../page/conversion.js';
import type { PageOf } from '../page/page.js';
import type { PageRequest } from '../page/page-request.js';
import type { PageReplyV1 } from '../../api/v1/pages/page.presenter.js';
import type { PageReplyV2 } from '../../api/v2/pages/page.presenter.js';

export const request: PageRequest = { url: 'https://example.com', formats: ['text'] };
export const lengthOf = (page: PageOf<['text']>): number => page.text.length;
export const texts = (converted: Conversion, v1: PageReplyV1, v2: PageReplyV2): readonly (string | undefined)[] =>
  [converted.text, v1.text, v2.text];
`;

describe('an added format', () => {
  const table = readFileSync(join(FOLDER, 'page-formats.ts'), 'utf8');
  const changed = new Map([
    [
      join(FOLDER, 'page-formats.ts'),
      `import { text } from './text.format.js';\n${table.replace('\n  html: {', `\n${ADDED_ROW}  html: {`)}`,
    ],
    [join(FOLDER, 'text.format.ts'), ADDED_FILE],
    [join(FOLDER, 'uses.ts'), USES],
  ]);

  it('is a file and a row of the table for types of requests, pages and responses', () => {
    const paths = [
      ...changed.keys(),
      ...[
        'model/formats/select-formats.ts',
        'convert/convert-html.ts',
        'convert/documents/convert-text.ts',
      ].map((path) => join(SOURCES, path)),
      ...['api/v1/pages/page.presenter.ts', 'api/v2/pages/page.presenter.ts'].map((path) =>
        join(SOURCES, path),
      ),
    ];
    expect(problemsOf(paths, changed)).toEqual([]);
  });

  it('misses what its row lacks', () => {
    const without = new Map(changed).set(
      join(FOLDER, 'text.format.ts'),
      ADDED_FILE.replace(/ {2}(?:shape|compute).*\n/g, ''),
    );
    expect(problemsOf([join(FOLDER, 'page-formats.ts')], without).join()).toMatch(/compute|shape/);
  });

  it('is computed, and named by all interfaces', () => {
    const { formatNames: names, computeFormats: compute } = load(changed);
    for (const each of ['v1', 'v2', 'mcp', 'cli'] as const) expect(names(each)).toContain('text');
    expect(names('playground')).toContain('Text');
    expect(compute('content', new Set(['text' as 'html']), CONTENT)).toEqual({ text: ' Title' });
  });
});

/** Type errors in the given files, with some files replaced. */
function problemsOf(paths: readonly string[], changed: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    types: ['node'],
    paths: { '@web-extract/documents/*': [join(process.cwd(), 'libs/documents/src/*')] },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => changed.has(path) || fileExists(path);
  host.readFile = (path) => changed.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = changed.get(path);
    return text === undefined
      ? getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, text, target, true);
  };
  const program = ts.createProgram([...paths], options, host);
  return paths
    .flatMap((path) => program.getSemanticDiagnostics(program.getSourceFile(path)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Loads the functions that select formats from the changed sources. */
function load(changed: ReadonlyMap<string, string>): typeof Selection {
  const modules = new Map<string, object>();
  const run = (name: string): object => {
    const known = modules.get(name);
    if (known) return known;
    const path = join(FOLDER, name.replace(/\.js$/, '.ts'));
    const { outputText } = ts.transpileModule(changed.get(path) ?? readFileSync(path, 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exports = {};
    modules.set(name, exports);
    new Function('exports', 'require', outputText)(exports, run);
    return exports;
  };
  return run('./select-formats.js') as typeof Selection;
}
