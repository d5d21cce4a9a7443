import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
const SOURCES = 'libs/web-extract/src';
/** Paths of tests and benchmarks, as docs/security.md writes them. */
const NAMED =
  /`((?:[\w.-]+|\*{1,2})(?:\/(?:[\w.-]+|\*{1,2}(?:\.[\w-]+)*))*\.(?:spec|e2e-spec|contract)\.ts|bench\/[\w-]+\.mjs)`/g;

describe('docs/security.md', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const files = ['libs/documents/src', SOURCES, 'test', 'apps', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );

  it('names tests that exist', () => {
    const names = [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))];
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !files.some((path) => isNamed(path, name)))).toEqual([]);
  });

  it.each(['Guarantees', 'Kept memory', 'Scarce resources', 'Event loop of the host'])(
    'names a test in each row of %s',
    (title) => {
      const section = text.split(`## ${title}\n`)[1]!.split('\n## ')[0]!;
      const rows = section
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(2);
      expect(rows.length).toBeGreaterThan(5);
      expect(rows.filter((row) => !row.match(NAMED))).toEqual([]);
    },
  );
});

function isNamed(path: string, name: string): boolean {
  const place = /^(?:test|apps|bench|libs)\//.test(name) ? name : `${SOURCES}/${name}`;
  const parts = place.split('**/').map((part) => part.split('*').map(escaped).join('[^/]*'));
  return new RegExp(`^${parts.join('(?:.*/)?')}$`).test(path);
}

const escaped = (text: string): string => text.replace(/[.]/g, '\\$&');
