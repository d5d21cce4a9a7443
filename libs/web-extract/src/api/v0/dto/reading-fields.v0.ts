import { IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import { composed, renamed } from '../../bodies/composed.js';
import { IfPresent, IsStringOrList, IsNested } from '../../bodies/validators.js';
import { DocumentFields } from '../../fields/document.fields.js';
import { MAX_SELECTORS, PageFields } from '../../fields/page.fields.js';
import { MAX_PROMPT_CHARS, ExtractionTargetFields } from '../../fields/extraction-target.fields.js';
import { IsActions } from '../../pages/page-actions.js';

const EXTRACTOR_MODES = [
  'markdown', 'llm-extraction', 'llm-extraction-from-markdown', 'llm-extraction-from-raw-html',
] as const; // prettier-ignore

const PAGE = {
  headers: 'headers',
  waitFor: 'waitFor',
  mobile: 'mobile',
  skipTlsVerification: 'skipTlsVerification',
  removeBase64Images: 'removeBase64Images',
  location: 'geolocation',
} as const;
const PDF = { parsePDF: 'parsePDF' } as const;
const WANTED = { prompt: 'extractionPrompt', schema: 'extractionSchema' } as const;

/** `pageOptions` of v0. */
export class PageOptionsV0 extends composed(renamed(PageFields, PAGE), renamed(DocumentFields, PDF)) {
  /**
   * Exclude navigation, headers, footers and the like. Defaults to true if data is requested.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  onlyMainContent?: boolean;

  /**
   * Return the cleaned HTML.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  includeHtml?: boolean;

  /**
   * Return the HTML as received.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  includeRawHtml?: boolean;

  /**
   * Return markdown.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  includeMarkdown?: boolean;

  /**
   * Return the links of the page.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  includeLinks?: boolean;

  /** Ignored. */
  @IfPresent()
  @IsBoolean()
  includeExtract?: boolean;

  /**
   * For searches: scrape the page of each result.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  fetchPageContent?: boolean;

  /** CSS selectors of the elements to keep; a string may contain several, separated by commas. */
  @IfPresent()
  @IsStringOrList(MAX_SELECTORS)
  onlyIncludeTags?: string | string[];

  /** CSS selectors of elements to remove. */
  @IfPresent()
  @IsStringOrList(MAX_SELECTORS)
  removeTags?: string | string[];

  /**
   * Take a screenshot of the viewport. Requires a browser.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  screenshot?: boolean;

  /**
   * Take a screenshot of the whole page. Requires a browser.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  fullPageScreenshot?: boolean;

  /** Ignored: URLs are always absolute. */
  @IfPresent()
  @IsBoolean()
  replaceAllPathsWithAbsolutePaths?: boolean;

  /** Browser actions before the page is read. */
  @IfPresent()
  @IsActions()
  actions?: { type: string; [option: string]: unknown }[];
}

/** `extractorOptions` of v0. */
export class ExtractorOptionsV0 extends renamed(ExtractionTargetFields, WANTED) {
  /** The `llm-extraction` modes request data; a schema or a prompt without a mode does as well. */
  @IfPresent()
  @IsIn([...EXTRACTOR_MODES])
  mode?: (typeof EXTRACTOR_MODES)[number];

  /** The same as `extractionPrompt`. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  userPrompt?: string;
}

/** Page options and extraction options. */
export class ReadingFieldsV0 {
  /** Page options. */
  @IfPresent()
  @IsNested(() => PageOptionsV0)
  pageOptions?: PageOptionsV0;

  /** Data requested from each page. */
  @IfPresent()
  @IsNested(() => ExtractorOptionsV0)
  extractorOptions?: ExtractorOptionsV0;
}
