import { spawnSync } from 'node:child_process';

it('the documentation and the editor hints of each option match its table', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/options.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 120_000);
