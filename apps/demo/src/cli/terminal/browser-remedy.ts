import { browserInstallHint } from 'nestjs-web-extract';

/** True if the environment turns the browser off. */
export const isBrowserOff = (): boolean => process.env['WEB_EXTRACT_BROWSER'] === 'off';

/** How a page is rendered after all: without a browser, or with one that is turned off. */
export function browserRemedy(isOff: boolean): string {
  if (isOff) return 'unset WEB_EXTRACT_BROWSER to render it in a browser';
  return `install Chromium (${browserInstallHint()}), or set WEB_EXTRACT_BROWSER to its path`;
}
