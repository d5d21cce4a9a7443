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
   * Leave out navigation, headers, footers and the like; on where data is wanted.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  onlyMainContent?: boolean;

  /**
   * Answer the cleaned HTML.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  includeHtml?: boolean;

  /**
   * Answer the HTML as it came.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  includeRawHtml?: boolean;

  /**
   * Answer markdown.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  includeMarkdown?: boolean;

  /**
   * Answer the links of the page.
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
   * Searches read the page of each result.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  fetchPageContent?: boolean;

  /** CSS selectors of the elements to keep; a string may contain several, separated by commas. */
  @IfPresent()
  @IsStringOrList(MAX_SELECTORS)
  onlyIncludeTags?: string | string[];

  /** CSS selectors of what goes. */
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
   * A picture of the whole page. Needs a browser.
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
  /** The `llm-extraction` modes ask for data; so does a schema or a prompt without a mode. */
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

  /** Data that is wanted of each page. */
  @IfPresent()
  @IsNested(() => ExtractorOptionsV0)
  extractorOptions?: ExtractorOptionsV0;
}
