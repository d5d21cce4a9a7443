import { spawnSync } from 'node:child_process';

/** Of an install that hangs; busy machines are slow. */
const LONGEST_INSTALL_MS = 900_000;

/**
 * Installs what a project's own package.json asks for, and these packages besides.
 * @returns how npm ended: `status` 0 when all is well, a `signal` when it took too long
 */
export function install(folder, ...packages) {
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', ...packages];
  return spawnSync('npm', args, { cwd: folder, stdio: 'inherit', timeout: LONGEST_INSTALL_MS });
}
