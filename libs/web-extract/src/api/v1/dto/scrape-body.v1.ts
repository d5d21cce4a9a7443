import { IsIn } from 'class-validator';
import { composed } from '../../bodies/composed.js';
import { ChangeTrackingFields } from '../../fields/change-tracking.fields.js';
import { DocumentFields } from '../../fields/document.fields.js';
import { IsAddress, LocationFields, PageFields } from '../../fields/page.fields.js';
import { formatNames } from '../../../model/formats/select-formats.js';
import { IsActions } from '../../pages/page-actions.js';
import { IfPresent, IsJsonObject, IsNested, IsWordList } from '../../bodies/validators.js';
import { ClientKeysV1 } from './client-keys.v1.js';
import { ExtractFieldsV1 } from './extract-options.v1.js';

const FORMATS_V1 = [...formatNames('v1'), 'changeTracking'] as const;

const MAX_FORMATS = 100;

/** Options of all kinds of scrapes: fields of `POST /v1/scrape` without `url`. */
export class ScrapeOptionsV1 extends composed(DocumentFields, ExtractFieldsV1, PageFields) {
  /**
   * Returned formats; an empty list returns metadata only.
   * @default ["markdown"]
   */
  @IfPresent()
  @IsWordList(FORMATS_V1, MAX_FORMATS)
  formats?: (typeof FORMATS_V1)[number][];

  /** Former name of `location`. */
  @IfPresent()
  @IsNested(() => LocationFields)
  geolocation?: LocationFields;

  /**
   * Kind of proxy. Without a proxy on the host: a warning.
   * @default "basic"
   */
  @IfPresent()
  @IsIn(['basic', 'stealth', 'auto'])
  proxy?: 'basic' | 'stealth' | 'auto';

  /** Browser actions before the page is read; up to 60 s of waits in total. */
  @IfPresent()
  @IsActions()
  actions?: { type: string; [option: string]: unknown }[];

  /** Change tracking options, with the format `changeTracking`. */
  @IfPresent()
  @IsNested(() => ChangeTrackingFields)
  changeTrackingOptions?: ChangeTrackingFields;

  /** Ignored with a warning. */
  @IfPresent()
  @IsJsonObject()
  agent?: Record<string, unknown>;
}

/**
 * Body of `POST /v1/scrape`.
 *
 * @example { "url": "https://example.com/article", "formats": ["markdown", "links"] }
 */
export class ScrapeBodyV1 extends composed(ClientKeysV1, ScrapeOptionsV1) {
  /** The page. */
  @IsAddress()
  url!: string;
}
