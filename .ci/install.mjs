// Installs strictly from the lock file, and what the checks use of the system.
import { findProgram, installPackages } from '../scripts/ready/programs.mjs';
import { isInstalled } from '../scripts/ready/install.mjs';
import { giveUp, npm } from '../scripts/ready/run.mjs';

if (!isInstalled() && (await npm('ci', '--no-audit', '--no-fund')) !== 0) giveUp('npm ci failed');
if (!findProgram('openssl') && !(await installPackages('openssl'))) giveUp('openssl is missing');
