import { parseTolerantly } from '../../metadata/tolerant-json.js';

/** A text in JSON-LD, as markup or plain text. */
export interface StructuredText {
  /** Name or headline of the thing that the text belongs to. */
  readonly heading: string | null;
  readonly text: string;
}

/** schema.org properties with the main text, in reading order. */
const TEXT_PROPERTIES = [
  'articleBody',
  'text',
  'description',
  'recipeIngredient',
  'recipeInstructions',
] as const;
/** Things inside a thing that are part of the page: answers, comments, items of a list. */
const PART_PROPERTIES =
  /^(?:@graph|mainEntity|mainEntityOfPage|suggestedAnswer|acceptedAnswer|comment|itemListElement|item|hasVariant|step|steps)$/;
/** Things about the site, not about the page. */
const SITE_TYPES =
  /^(?:WebSite|Organization|Corporation|BreadcrumbList|Person|ImageObject|SearchAction|NewsMediaOrganization|SiteNavigationElement)$/;
const MAX_TEXTS = 300;
const MAX_DEPTH = 12;

/** The texts of a page's JSON-LD scripts. Scripts that are no JSON are passed over. */
export function readStructuredTexts(scripts: readonly string[]): StructuredText[] {
  const texts: StructuredText[] = [];
  for (const script of scripts) collectTexts(parseTolerantly(script), texts, 0);
  return texts;
}

function collectTexts(value: unknown, texts: StructuredText[], depth: number): void {
  if (depth > MAX_DEPTH || texts.length >= MAX_TEXTS) return;
  if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, texts, depth + 1);
  } else if (isRecord(value) && !SITE_TYPES.test(String(value['@type']))) {
    addText(value, texts);
    for (const [name, part] of Object.entries(value)) {
      if (PART_PROPERTIES.test(name)) collectTexts(part, texts, depth + 1);
    }
  }
}

function addText(thing: Readonly<Record<string, unknown>>, texts: StructuredText[]): void {
  const name = thing['headline'] ?? thing['name'];
  const property = TEXT_PROPERTIES.find((candidate) => textOf(thing[candidate]) !== '');
  if (property)
    texts.push({ heading: typeof name === 'string' ? name : null, text: textOf(thing[property]) });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (!Array.isArray(value)) return '';
  return value
    .map((item: unknown) => (isRecord(item) ? textOf(item['text']) : textOf(item)))
    .filter(Boolean)
    .join('\n');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
