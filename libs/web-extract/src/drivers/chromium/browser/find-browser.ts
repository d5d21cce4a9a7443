import { accessSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';

/**
 * Binaries precede their wrapper scripts, which may add flags of their own. The shell needs a fifth of the full
 * browser's CPU.
 */
const LINUX = [
  ...inFolders(['/usr/lib/chromium'], ['chromium-headless-shell']),
  ...inFolders(
    ['/usr/local/bin', '/usr/bin', '/opt/chrome-headless-shell', '/opt/chrome-headless-shell-linux64'],
    ['chromium-headless-shell', 'chrome-headless-shell'],
  ),
  ...inFolders(['/usr/lib/chromium', '/usr/lib64/chromium-browser'], ['chromium', 'chromium-browser']),
  ...inFolders(
    ['/usr/local/bin', '/usr/bin', '/snap/bin'],
    ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
  ),
  '/opt/google/chrome/chrome',
];

const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const MAC = [
  ...inFolders(['/opt/homebrew/bin', '/usr/local/bin'], ['chrome-headless-shell', 'chromium']),
  ...['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    MAC_APPLICATIONS.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
  ),
];

const WINDOWS = inFolders(
  ['C:\\Program Files', 'C:\\Program Files (x86)', join(homedir(), 'AppData', 'Local')],
  [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ],
);

/**
 * Finds the browser that pages are rendered with: the configured one, or a browser of the Chromium family in one of the usual places, the
 * lightest first.
 *
 * @returns its path; null when there is none
 */
export async function findBrowser({ executablePath }: { readonly executablePath?: string } = {}): Promise<
  string | null
> {
  if (executablePath !== undefined) return (await isExecutable(executablePath)) ? executablePath : null;
  for (const path of { darwin: MAC, win32: WINDOWS }[platform() as string] ?? LINUX) {
    if (await isExecutable(path)) return path;
  }
  return null;
}

/** True if the path is an executable file. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function inFolders(folders: readonly string[], names: readonly string[]): string[] {
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @throws Error when a configured path is not an executable file */
export function checkBrowserPath(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch (error) {
    const remedy = 'correct the path, or leave it out to search the usual places';
    throw new Error(`browser.executablePath: there is no executable file ${path}: ${remedy}`, {
      cause: error,
    });
  }
}
