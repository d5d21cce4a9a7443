import { IsBoolean } from 'class-validator';
import { IfPresent } from '../../bodies/validators.js';
import { IsFormatsV2, type FormatEntryV2 } from '../pages/formats.js';
import { IsParsers, type ParserV2 } from '../pages/parsers.js';

/** What is answered, and how files are read. */
export class ReadingFieldsV2 {
  /**
   * What is answered, by name or as an object with fields of its own; an empty list: metadata only.
   * @default ["markdown"]
   */
  @IfPresent()
  @IsFormatsV2()
  formats?: FormatEntryV2[];

  /**
   * How files are read; an empty list: PDFs are answered in base64.
   * @default ["pdf"]
   */
  @IfPresent()
  @IsParsers()
  parsers?: ParserV2[];

  /** A flag, or an object that says how: answered with 501, since nothing is redacted. */
  @IfPresent()
  redactPII?: unknown;

  /**
   * Keep nothing of this request. The results of a job expire an hour after its end.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}
