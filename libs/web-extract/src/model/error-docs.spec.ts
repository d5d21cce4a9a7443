import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string): string => readFileSync(join(process.cwd(), path), 'utf8');

/** Codes of the API, of crawls and of startup that are not codes of a WebExtractError. */
const OTHER_CODES = ['UNSUPPORTED_MEDIA_TYPE', 'REDIRECT_OUT_OF_SCOPE', 'DATA_DIR_UNUSABLE'];

describe('docs/troubleshooting.md', () => {
  it('has a row for each code, once, and for no other', () => {
    const rows = [...read('docs/troubleshooting.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, code]) => code,
    );
    const source = read('libs/web-extract/src/model/errors/web-extract-error.ts');
    const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(25);
    expect(rows.sort()).toEqual([...codes, ...OTHER_CODES].sort());
  });
});
