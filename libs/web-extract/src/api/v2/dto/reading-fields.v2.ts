import { IsBoolean } from 'class-validator';
import { IfPresent } from '../../bodies/validators.js';
import { IsFormatsV2, type FormatEntryV2 } from '../pages/formats.js';
import { IsParsers, type ParserV2 } from '../pages/parsers.js';

/** Format and document options. */
export class ReadingFieldsV2 {
  /**
   * Returned formats, each a name or an object with further fields; an empty list returns metadata only.
   * @default ["markdown"]
   */
  @IfPresent()
  @IsFormatsV2()
  formats?: FormatEntryV2[];

  /**
   * Document parsers; an empty list returns PDFs in base64.
   * @default ["pdf"]
   */
  @IfPresent()
  @IsParsers()
  parsers?: ParserV2[];

  /** Not supported: answered with 501. */
  @IfPresent()
  redactPII?: unknown;

  /**
   * Retain nothing of this request. The results of a job expire an hour after its end.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}
