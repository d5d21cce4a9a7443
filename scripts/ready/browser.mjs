import { findProgram, installPackages } from './programs.mjs';

const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
];

/** The path of a browser of the Chromium family: from PATH, else installed with apt-get where that may be done, else null. */
export async function findBrowser() {
  const found = findProgram(...NAMES);
  if (found || !(await installPackages('chromium-headless-shell'))) return found;
  return findProgram(...NAMES);
}
