import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from './version.js';

describe('VERSION', () => {
  it('is that of the package', () => {
    const { version } = JSON.parse(
      readFileSync(join(process.cwd(), 'libs/web-extract/package.json'), 'utf8'),
    ) as { version: string };
    expect(VERSION).toBe(version);
  });
});
