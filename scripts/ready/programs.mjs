import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** The full path of the first of these programs that is on PATH, or null. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/**
 * Installs Debian packages where that is possible: as root, with apt-get, and not forbidden by WEB_EXTRACT_NO_APT=1.
 * @returns whether they are installed now
 */
export async function installPackages(...names) {
  const apt = findProgram('apt-get');
  if (!apt || process.env.WEB_EXTRACT_NO_APT === '1' || process.getuid?.() !== 0) return false;
  // The run level keeps a server package from starting its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env };
  console.log(`Installing ${names.join(', ')} with apt-get …`);
  await run(apt, ['update', '-qq'], quiet); // A list that is out of date may still do.
  return (await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet)) === 0;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
