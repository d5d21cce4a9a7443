import { IsBoolean, IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsActions } from '../../page-actions.js';
import { IfPresent, IsHeaders, IsJsonObject, IsStringOrList, IsNested } from '../../validators.js';
import { LocationFields } from '../../fields/page.fields.js';

const MAX_SELECTORS = 200;
const MAX_PROMPT_CHARS = 10_000;
const MAX_URL_CHARS = 20_000;

export const EXTRACTOR_MODES = [
  'markdown', 'llm-extraction', 'llm-extraction-from-markdown', 'llm-extraction-from-raw-html',
] as const; // prettier-ignore

/** `pageOptions` of v0. */
export class PageOptionsV0 {
  @IfPresent()
  @IsBoolean()
  onlyMainContent?: boolean;

  @IfPresent()
  @IsBoolean()
  includeHtml?: boolean;

  @IfPresent()
  @IsBoolean()
  includeRawHtml?: boolean;

  @IfPresent()
  @IsBoolean()
  includeMarkdown?: boolean;

  @IfPresent()
  @IsBoolean()
  includeLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  includeExtract?: boolean;

  @IfPresent()
  @IsBoolean()
  fetchPageContent?: boolean;

  @IfPresent()
  @IsStringOrList(MAX_SELECTORS)
  onlyIncludeTags?: string | string[];

  @IfPresent()
  @IsStringOrList(MAX_SELECTORS)
  removeTags?: string | string[];

  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  waitFor?: number;

  @IfPresent()
  @IsBoolean()
  screenshot?: boolean;

  @IfPresent()
  @IsBoolean()
  fullPageScreenshot?: boolean;

  @IfPresent()
  @IsBoolean()
  parsePDF?: boolean;

  @IfPresent()
  @IsBoolean()
  mobile?: boolean;

  @IfPresent()
  @IsBoolean()
  skipTlsVerification?: boolean;

  @IfPresent()
  @IsBoolean()
  removeBase64Images?: boolean;

  @IfPresent()
  @IsBoolean()
  replaceAllPathsWithAbsolutePaths?: boolean;

  @IfPresent()
  @IsNested(() => LocationFields)
  geolocation?: LocationFields;

  @IfPresent()
  @IsActions()
  actions?: { type: string; [option: string]: unknown }[];
}

/** `extractorOptions` of v0. */
export class ExtractorOptionsV0 {
  @IfPresent()
  @IsIn([...EXTRACTOR_MODES])
  mode?: (typeof EXTRACTOR_MODES)[number];

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  extractionPrompt?: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  userPrompt?: string;

  @IfPresent()
  @IsJsonObject()
  extractionSchema?: Record<string, unknown>;
}

/** Body of `POST /v0/scrape`. Unknown keys are ignored. */
export class ScrapeBodyV0 {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;

  @IfPresent()
  @IsNested(() => PageOptionsV0)
  pageOptions?: PageOptionsV0;

  @IfPresent()
  @IsNested(() => ExtractorOptionsV0)
  extractorOptions?: ExtractorOptionsV0;
}
