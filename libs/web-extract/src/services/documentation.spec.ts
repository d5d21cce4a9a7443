import { spawnSync } from 'node:child_process';

it('docs/services.md matches the public methods and types of the services, each method with an example', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/services.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 120_000);
