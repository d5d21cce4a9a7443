import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locateRules } from './locate-rules.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')));
const file = join(folder, 'rules.cjs');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

describe('locateRules', () => {
  it.each([
    ['an absolute path', file],
    ['a path from the working directory on', relative(process.cwd(), file)],
    ['an address', pathToFileURL(file).href],
  ])('finds a module by %s', (_, named) => {
    expect(locateRules(named)).toBe(pathToFileURL(file).href);
  });

  it('finds a file of the working directory without a dot before it', () => {
    expect(locateRules('package.json')).toBe(pathToFileURL(join(process.cwd(), 'package.json')).href);
  });

  it('finds a package of the host', () => {
    expect(locateRules('turndown-plugin-gfm')).toMatch(/^file:.*\/turndown-plugin-gfm\/.*\.js$/);
  });

  it.each(['./nowhere.js', '/nowhere/rules.js', 'no-such-package'])(
    'names what is not there: %s',
    (named) => {
      expect(() => locateRules(named)).toThrow(`markdownRules names ${named}, which is not to be found`);
    },
  );
});
