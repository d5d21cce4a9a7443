import type { PageRequest } from '../model/page-request.js';

/** What the host has that a page can be asked for with. */
export interface Equipment {
  /** Fetches go through proxies. */
  readonly hasProxies: boolean;
}

/** A wish that needs a browser, and the name it is reported under. */
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
export function missingFeatures(request: PageRequest, { hasProxies }: Equipment): string[] {
  const { proxy = 'basic' } = request;
  return [
    ...BROWSER_WISHES.filter(({ isAsked }) => isAsked(request)).map(
      ({ name }) => `${name} needs a browser, and none is installed`,
    ),
    ...(proxy === 'basic' || hasProxies ? [] : [`proxy ${proxy} was not used: no proxies are configured`]),
  ];
}
