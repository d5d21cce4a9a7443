import { IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { MapFields } from '../../fields/map.fields.js';
import { IfPresent, IsNullableString, IsStringList } from '../../validators.js';

const MAX_LINKS = 30_000;
const MAX_PATTERNS = 1_000;

/** Body of `POST /v1/map`. */
export class MapBodyV1 extends MapFields {
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_LINKS)
  limit?: number;

  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  @IfPresent()
  @IsBoolean()
  sitemapOnly?: boolean;

  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  filterByPath?: boolean;

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  includePaths?: string[];

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  excludePaths?: string[];

  @IfPresent()
  @IsBoolean()
  useIndex?: boolean;

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
