import type { PageRequest } from '../../model/page/page-request.js';
import type { BrowserFeature } from '../../model/problems/degraded-feature.js';
import type { ScreenshotRequest } from '../../ports/renderer.port.js';

const WISHES: readonly {
  readonly wish: BrowserFeature;
  readonly isMade: (request: PageRequest) => boolean;
}[] = [
  { wish: 'waitForMs', isMade: ({ waitForMs = 0 }) => waitForMs > 0 },
  { wish: 'rendering', isMade: ({ render }) => render === 'always' },
  { wish: 'screenshot', isMade: (request) => screenshotOf(request) !== null },
  { wish: 'actions', isMade: ({ actions = [] }) => actions.length > 0 },
];

/** Returns the requested features that require a browser. */
export function browserFeatures(request: PageRequest): BrowserFeature[] {
  return WISHES.filter(({ isMade }) => isMade(request)).map(({ wish }) => wish);
}

/** Returns the requested screenshot; null for none. */
export function screenshotOf({ formats = [], screenshotOptions }: PageRequest): ScreenshotRequest | null {
  const fullPage = formats.includes('screenshot@fullPage');
  return fullPage || formats.includes('screenshot') ? { ...screenshotOptions, fullPage } : null;
}
