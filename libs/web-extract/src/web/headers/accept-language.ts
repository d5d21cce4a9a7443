import type { PageLocation } from '../../model/page/page-request.js';

/** Most common language by country (ISO 3166-1 alpha-2). The default is English. */
const LANGUAGE_OF: Readonly<Record<string, string>> = {
  AR: 'es', AT: 'de', BE: 'nl', BG: 'bg', BR: 'pt', CH: 'de', CL: 'es', CN: 'zh', CO: 'es', CZ: 'cs', DE: 'de', DK: 'da', EG: 'ar', ES: 'es',
  FI: 'fi', FR: 'fr', GR: 'el', HR: 'hr', HU: 'hu', ID: 'id', IL: 'he', IR: 'fa', IT: 'it', JP: 'ja', KR: 'ko', MX: 'es', MY: 'ms', NL: 'nl',
  NO: 'nb', PE: 'es', PL: 'pl', PT: 'pt', RO: 'ro', RS: 'sr', RU: 'ru', SA: 'ar', SE: 'sv', SI: 'sl', SK: 'sk', TH: 'th', TR: 'tr', TW: 'zh',
  UA: 'uk', VN: 'vi',
}; // prettier-ignore

/**
 * Value of the `Accept-Language` header for a location: its languages in order, or the language of its country, with
 * decreasing weights.
 *
 * @returns undefined if the location specifies neither
 * @see RFC 9110, section 12.5.4
 */
export function acceptLanguage(location: PageLocation | undefined): string | undefined {
  const tags = location?.languages?.length ? [...location.languages] : tagsOf(location?.country);
  if (tags.length === 0) return undefined;
  return tags
    .slice(0, 9)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=${(1 - index / 10).toFixed(1)}`))
    .join(', ');
}

function tagsOf(country: string | undefined): string[] {
  if (country === undefined) return [];
  const language = LANGUAGE_OF[country] ?? 'en';
  const tags = [`${language}-${country}`, language];
  return language === 'en' ? tags : [...tags, 'en'];
}
