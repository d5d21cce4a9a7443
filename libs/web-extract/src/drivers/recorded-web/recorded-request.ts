import type { FetchRequest } from '../../ports/fetcher.port.js';
import { digestOf } from '../../web/warc/warc-record.js';

/**
 * What distinguishes requests to one URL: content, device and language. Further headers do not count, since their values may be secret.
 */
export function variantOf({ post, mobile, acceptLanguage }: FetchRequest): string {
  return [
    ...(post === undefined ? [] : [`POST ${digestOf(Buffer.from(post))}`]),
    ...(mobile ? ['mobile'] : []),
    ...(acceptLanguage === undefined ? [] : [`language ${acceptLanguage}`]),
  ].join('; ');
}

/** Name of a request in a recording. */
export const requestName = (url: string, variant: string): string =>
  variant === '' ? url : `${url} (${variant})`;
