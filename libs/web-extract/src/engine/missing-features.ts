import type { PageRequest } from '../model/page-request.js';

/** A wish that needs a browser, and the sentence that says it was not done. */
const BROWSER_WISHES: readonly {
  readonly isAsked: (request: PageRequest) => boolean;
  readonly name: string;
}[] = [
  { isAsked: (request) => (request.waitForMs ?? 0) > 0, name: 'waitFor' },
  { isAsked: (request) => request.render === 'always', name: 'rendering' },
  {
    isAsked: ({ formats = [] }) => formats.includes('screenshot') || formats.includes('screenshot@fullPage'),
    name: 'screenshot',
  },
];

/** What the request asks for and the static road cannot do, in sentences. */
export function missingFeatures(request: PageRequest): string[] {
  return BROWSER_WISHES.filter(({ isAsked }) => isAsked(request)).map(
    ({ name }) => `${name} needs a browser, and none is installed`,
  );
}
