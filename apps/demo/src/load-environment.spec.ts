import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from './load-environment';

describe('loadEnvironment', () => {
  const before = { ...process.env };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-extract-env-'));
  });
  afterEach(async () => {
    process.env = { ...before };
    await rm(folder, { recursive: true, force: true });
  });

  it('sets the variables of the program that are not set, and no others', async () => {
    process.env['PORT'] = '4000';
    delete process.env['LOG_LEVEL'];
    await writeFile(join(folder, '.env'), 'PORT=5000\nLOG_LEVEL="debug"\nNODE_TLS_REJECT_UNAUTHORIZED=0\nNODE_OPTIONS=--require=/x\nHTTPS_PROXY=http://x\nPATH=/x\n'); // prettier-ignore
    loadEnvironment(folder);
    expect([process.env['PORT'], process.env['LOG_LEVEL']]).toEqual(['4000', 'debug']);
    for (const name of ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'HTTPS_PROXY', 'PATH'])
      expect(process.env[name]).toBe(before[name]);
  });
});
