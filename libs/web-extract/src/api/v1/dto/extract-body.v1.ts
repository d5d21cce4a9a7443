import { IsBoolean, IsString } from 'class-validator';
import { ExtractJobFields } from '../../fields/extract-job.fields.js';
import { IfPresent, IsNested, IsNullableString } from '../../validators.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/** Body of `POST /v1/extract`. */
export class ExtractBodyV1 extends ExtractJobFields {
  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;

  @IfPresent()
  @IsString()
  origin?: string;

  @IfPresent()
  @IsNullableString()
  integration?: string | null;

  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;

  @IfPresent()
  auditMetadata?: unknown;

  @IfPresent()
  useMock?: unknown;
}
