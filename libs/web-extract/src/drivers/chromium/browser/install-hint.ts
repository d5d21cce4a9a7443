const DEBIAN = 'apt install chromium';

const HINTS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: `${DEBIAN}, dnf install chromium, or apk add chromium`,
  darwin: 'brew install --cask chromium, or Google Chrome',
  win32: 'winget install Google.Chrome; Microsoft Edge works too',
};

/** The command that installs a browser of the Chromium family on a platform. */
export function browserInstallHint(platform: NodeJS.Platform = process.platform): string {
  return HINTS[platform] ?? 'Chromium or Google Chrome';
}
