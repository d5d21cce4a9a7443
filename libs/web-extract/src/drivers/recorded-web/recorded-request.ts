import type { FetchRequest } from '../../ports/fetcher.port.js';

/** What distinguishes requests to one URL: device and language. Further headers do not count, since their values may be secret. */
export function variantOf({ mobile, acceptLanguage }: FetchRequest): string {
  return [
    ...(mobile ? ['mobile'] : []),
    ...(acceptLanguage === undefined ? [] : [`language ${acceptLanguage}`]),
  ].join('; ');
}

/** Name of a request in a recording. */
export const requestName = (url: string, variant: string): string =>
  variant === '' ? url : `${url} (${variant})`;
