import { IsBoolean, IsString, MaxLength, ValidateBy } from 'class-validator';
import type { Check } from '../bodies/checks.js';
import { IfPresent, IsJsonObject, IsWordList } from '../bodies/validators.js';

/** Details reported with a change. */
export const CHANGE_MODES = ['git-diff', 'json'] as const;

export const MAX_TAG_CHARS = 256;
const MAX_PROMPT_CHARS = 10_000;
const RESERVED = 'monitor:';
const TAG_RULE = `must be null or a string of at most ${MAX_TAG_CHARS} characters that does not begin with ${RESERVED}`;

/** Tag of the history. Those of monitors are reserved. */
export const historyTag: Check = {
  accepts: (value) =>
    value === null ||
    (typeof value === 'string' && value.length <= MAX_TAG_CHARS && !value.toLowerCase().startsWith(RESERVED)),
  schema: { type: 'string', maxLength: MAX_TAG_CHARS, nullable: true },
};

const IsHistoryTag = () =>
  ValidateBy({
    name: 'isHistoryTag',
    constraints: [historyTag.schema],
    validator: { validate: historyTag.accepts, defaultMessage: () => `$property ${TAG_RULE}` },
  });

/** Change tracking options: `changeTrackingOptions` in v1, the fields of the format `changeTracking` in v2. */
export class ChangeTrackingFields {
  /**
   * Details returned in addition to the change status: the lines that differ, or the fields.
   * @default []
   */
  @IfPresent()
  @IsWordList(CHANGE_MODES, CHANGE_MODES.length)
  modes?: (typeof CHANGE_MODES)[number][];

  /** Tag of the history; each tag has its own. */
  @IfPresent()
  @IsHistoryTag()
  tag?: string | null;

  /** JSON schema of the fields to compare, for the mode `json`. */
  @IfPresent()
  @IsJsonObject()
  schema?: Record<string, unknown>;

  /** Description of the fields to compare, for the mode `json`. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  /**
   * Omit the text of unchanged pages.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  onlyChanged?: boolean;

  /**
   * Report `same` for pages that differ only in relative times, counters, update dates and tokens in URLs.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreNoise?: boolean;
}
