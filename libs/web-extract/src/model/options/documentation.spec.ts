import { spawnSync } from 'node:child_process';

it('README.md and editors say of each option what its table says', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/options.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 120_000);
