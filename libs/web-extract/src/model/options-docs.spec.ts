import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { resolveOptions } from './options.js';

const FILE = join(process.cwd(), 'libs/web-extract/src/model/options.ts');
const README = join(process.cwd(), 'README.md');

/** The interfaces of the table, in its order, with what stands before each of their names. */
const INTERFACES = {
  WebExtractStaticOptions: '',
  WebExtractOptions: '',
  KeysOptions: 'keys.',
  LlmOptions: 'llm.',
  ExtractOptions: 'extract.',
  SearchOptions: 'search.',
  SearxngOptions: 'search.searxng.',
  BrowserOptions: 'browser.',
  ReadinessOptions: 'browser.readiness.',
  DocumentsOptions: 'documents.',
  LimitOptions: 'limits.',
};
/** Names of groups of options. */
const GROUPS = [
  'keys',
  'llm',
  'extract',
  'search',
  'search.searxng',
  'browser.readiness',
  'documents',
  'limits',
];

describe('the table of options in README.md', () => {
  it('says what the documentation of the options says', () => {
    const readme = readFileSync(README, 'utf8');
    const table = readme.split('\n').filter((line) => /^\| `[\w.]+` \|/.test(line));
    expect(table).toEqual(expectedRows());
  });
});

describe('the documentation of an option', () => {
  it.each(readOptions())('of $name states a default', ({ fallback }) => {
    expect(fallback).not.toBe('');
  });

  const { llm, extract, limits, search, browser, documents } = resolveOptions();
  const settled = {
    ...resolveOptions(),
    ...prefixed('browser.', browser!),
    ...prefixed('browser.readiness.', browser!.readiness),
    ...prefixed('llm.', llm),
    ...prefixed('extract.', extract),
    ...prefixed('search.', search),
    ...prefixed('search.searxng.', search.searxng),
    ...prefixed('documents.', documents),
    ...prefixed('limits.', limits),
  };
  it.each(readOptions().filter(({ name, fallback }) => name in settled && isValue(fallback)))(
    'of $name states the default that it has',
    ({ name, fallback }) => {
      expect(settled[name as keyof typeof settled]).toEqual(runInNewContext(`(${fallback})`));
    },
  );
});

function prefixed(prefix: string, values: object) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}

function expectedRows(): string[] {
  return readOptions()
    .filter(({ name }) => !GROUPS.includes(name))
    .map(
      ({ name, fallback, text }) => `| \`${name}\` | ${inCode(fallback)} | ${text.replaceAll('|', '\\|')} |`,
    );
}

/** A value is code, a description of one (`one generated key`) is not. */
function inCode(fallback: string): string {
  return isValue(fallback) ? `\`${fallback}\`` : fallback;
}

function isValue(fallback: string): boolean {
  return /^(\[.*\]|\{.*\}|'.*'|true|false|[\d_]+)$/.test(fallback);
}

/** Every option with its documentation; groups themselves are only names. */
function readOptions(): { name: string; text: string; fallback: string }[] {
  const source = ts.createSourceFile(FILE, readFileSync(FILE, 'utf8'), ts.ScriptTarget.ES2022, true);
  return Object.entries(INTERFACES)
    .flatMap(([name, prefix]) => membersOf(source, name).map((member) => describeMember(member, prefix)))
    .filter(({ name }) => !GROUPS.includes(name));
}

function membersOf(source: ts.SourceFile, name: string): readonly ts.TypeElement[] {
  const found = source.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name);
  if (!found) throw new Error(`${FILE} declares no interface ${name}`);
  return (found as ts.InterfaceDeclaration).members;
}

function describeMember(member: ts.TypeElement, prefix: string) {
  const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default');
  return { name: prefix + member.name?.getText(), text: plain(doc?.comment), fallback: plain(tag?.comment) };
}

function plain(comment: ts.JSDocTag['comment']): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();
}
