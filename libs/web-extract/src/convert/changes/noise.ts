/** A pattern that changes without an edit, and its replacement. */
interface Noise {
  readonly pattern: RegExp;
  readonly replace: string | ((match: string, ...groups: string[]) => string);
}

/** Bounded, and never begun within a number: a line may be one long number. */
const COUNT = String.raw`(?<!\d)\d[\d.,\u00a0\u202f]{0,30}(?:\s?[kKmM]\b)?`;
const SOME = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few)`;
const UNIT = String.raw`(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|months?|y|yrs?|years?)`;
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janv|févr|mars|avr|mai|juin|juil|août|märz|okt|dez|ene|abr|ago|dic)[a-zéûäç]*\.?`;
const DAY = String.raw`(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?`;
const DATE_PART = String.raw`(?:${DAY}|${MONTH}|\d{1,4}(?:st|nd|rd|th)?|[ap]\.?m\.?|utc|gmt|cest|cet|e[sd]t|p[sd]t|at|um|à|[tz]|uhr|of|de)`;
const MOMENT = String.raw`${DATE_PART}(?:[\s,./:+-]{0,3}${DATE_PART}){0,14}`;
const AGO = String.raw`${SOME}\s?${UNIT}\s+ago`;

/** Words that precede or follow view counters. */
const COUNTED =
  'views?|reads?|likes?|shares?|comments?|replies|reply|votes?|upvotes?|downloads?|followers?|subscribers?|visitors?|visits?|hits|plays|stars?|claps?|reactions?|retweets?|reposts?|impressions?|clicks?|aufrufe|kommentare?|vues|commentaires?|visitas|comentarios?';

const NOISES: readonly Noise[] = [
  { pattern: new RegExp(String.raw`\b(?:about |over |almost |less than )?${AGO}\b`, 'gi'), replace: '⟨ago⟩' },
  { pattern: /\b(?:just now|moments? ago|right now|a moment ago|seconds ago)\b/gi, replace: '⟨ago⟩' },
  { pattern: /\bvor (?:\d+|einer|einem|wenigen) (?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)\b/gi, replace: '⟨ago⟩' },
  { pattern: /\bil y a (?:\d+|une?) (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)\b/gi, replace: '⟨ago⟩' },
  { pattern: /\bhace (?:\d+|una?) (?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)\b/gi, replace: '⟨ago⟩' },
  { pattern: /\b(?:\d+|una?|un') ?(?:second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa\b/gi, replace: '⟨ago⟩' },
  { pattern: /\b(?:\d+|een) (?:seconden?|minu(?:ut|ten)|uur|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|ja(?:ar|ren)) geleden\b/gi, replace: '⟨ago⟩' },
  {
    pattern: new RegExp(
      String.raw`\b((?:last |page |data )?(?:updated?|modified|revised|refreshed|generated|retrieved|checked|edited|aktualisiert|mis à jour|actualizado|as of|stand)(?: on| at| by [^\d]{0,40}?| am| le| el)?\s{0,20}[:*_]{0,3}\s{0,20})(?:${MOMENT}|⟨ago⟩)`,
      'gi',
    ),
    replace: (_, lead: string) => `${lead}⟨date⟩`,
  },
  { pattern: new RegExp(String.raw`${COUNT}(\s*)(?=(?:${COUNTED})\b)`, 'gi'), replace: (_, gap: string) => `⟨count⟩${gap}` },
  { pattern: new RegExp(String.raw`\b(${COUNTED})(\s*[:：]\s*)${COUNT}`, 'gi'), replace: (_, word: string, gap: string) => `${word}${gap}⟨count⟩` },
  { pattern: new RegExp(String.raw`${COUNT}(?=\s+(?:people|users?|readers?|visitors?|members?|guests?)\s+(?:are\s+)?(?:watching|viewing|reading|online|looking|here)\b)`, 'gi'), replace: '⟨count⟩' },
]; // prettier-ignore

/** URL parameters that do not identify a page. */
const TOKEN_NAME =
  /^(?:v|ver|rev|t|ts|_|cb|rnd|rand|nonce|token|sig|signature|hash|expires?|hdnts|sid|session|sessionid|csrf|policy|key-pair-id|x-amz-[a-z-]+|x-goog-[a-z-]+|utm_[a-z]+|[a-z]{1,2}clid|cache(?:bust(?:er)?)?)$/i;
/** Hashes and timestamps in the paths of images. */
const IMAGE_TOKEN = /(?<=[/._-])(?:[0-9a-f]{8,64}|\d{10,13})(?=[/._-]|$)/gi;

/** A link or an image up to the end of its address. Each label is read once: it begins and ends at an unescaped bracket. */
const LINK = /(!?)(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\(([^()\s]*)/g;

/** Removes noise from a line: relative times, counters, update dates, URL tokens. */
export function withoutNoise(line: string): string {
  let text = line.replace(LINK, (_, mark: string, label: string, url: string) => {
    return `${mark}[${label}](${withoutTokens(url, mark === '!')}`;
  });
  for (const { pattern, replace } of NOISES) text = text.replace(pattern, replace as string);
  return text;
}

/** Returns true if two texts differ only in noise. */
export function isNoise(previous: string, current: string): boolean {
  const [before, after] = [previous.split('\n'), current.split('\n')];
  return (
    before.length === after.length &&
    before.every((line, at) => line === after[at] || withoutNoise(line) === withoutNoise(after[at]!))
  );
}

function withoutTokens(url: string, isImage: boolean): string {
  const [address = '', ...rest] = url.split('?');
  const path = isImage ? address.replace(IMAGE_TOKEN, '⟨token⟩') : address;
  if (rest.length === 0) return path;
  const parameters = rest.join('?').split('&');
  return `${path}?${parameters.map(withoutToken).join('&')}`;
}

function withoutToken(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  return TOKEN_NAME.test(name) ? `${name}=⟨token⟩` : parameter;
}
