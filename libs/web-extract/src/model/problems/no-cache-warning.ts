/** Warning of pages that were requested with a maximum age. Requests over HTTP have none: clients send `maxAge` by themselves. */
export const NO_CACHE_WARNING = 'maxAgeMs has no effect: responses are not cached (option `cache`)';
