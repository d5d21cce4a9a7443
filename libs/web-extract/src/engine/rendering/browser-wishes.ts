import type { PageRequest } from '../../model/page-request.js';
import type { ScreenshotWish } from '../../ports/renderer.port.js';

/** A wish that needs a browser, and the name it is reported under. */
const WISHES: readonly { readonly name: string; readonly isMade: (request: PageRequest) => boolean }[] = [
  { name: 'waitFor', isMade: ({ waitForMs = 0 }) => waitForMs > 0 },
  { name: 'rendering', isMade: ({ render }) => render === 'always' },
  { name: 'screenshot', isMade: (request) => screenshotOf(request) !== null },
  { name: 'actions', isMade: ({ actions = [] }) => actions.length > 0 },
];

/** What a request asks for that only a browser can do, by name. */
export function browserWishes(request: PageRequest): string[] {
  return WISHES.filter(({ isMade }) => isMade(request)).map(({ name }) => name);
}

/** Which picture of the page is asked for; null for none. */
export function screenshotOf({ formats = [], screenshotOptions }: PageRequest): ScreenshotWish | null {
  const fullPage = formats.includes('screenshot@fullPage');
  return fullPage || formats.includes('screenshot') ? { ...screenshotOptions, fullPage } : null;
}
