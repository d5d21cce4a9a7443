import { spawnSync } from 'node:child_process';

const LONGEST_INSTALL_MS = 300_000;

/**
 * Installs the packed library into a project, beside what the project's own package.json asks for.
 * @returns how npm ended: `status` 0 when all is well, a `signal` when it took too long
 */
export function installPacked(folder, tarball) {
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', tarball];
  return spawnSync('npm', args, { cwd: folder, stdio: 'inherit', timeout: LONGEST_INSTALL_MS });
}
