import type { PageLocation } from '../../model/page/page-request.js';

/** A location as both versions take it; undefined when it says nothing. */
export function pageLocation(
  location: { country?: string; languages?: string[] } | undefined,
): PageLocation | undefined {
  if (!location?.country && !location?.languages?.length) return undefined;
  return {
    ...(location.country ? { country: location.country.toUpperCase() } : {}),
    ...(location.languages ? { languages: location.languages } : {}),
  };
}
