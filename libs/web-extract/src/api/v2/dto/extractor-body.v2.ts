import { buildMessage, IsBoolean, IsIn, IsInt, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator'; // prettier-ignore
import {
  IfPresent,
  IsJsonObject,
  IsNested,
  IsRemovable,
  IsStringList,
  IsWordList,
} from '../../bodies/validators.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

const MAX_PAGES = 50;
const MAX_URLS = 100;
const MAX_WAIT_MS = 120_000;

const IsPages = () =>
  ValidateBy({
    name: 'isExamplePages',
    constraints: [
      {
        type: 'array',
        minItems: 2,
        maxItems: MAX_PAGES,
        items: {
          type: 'object',
          properties: { url: { type: 'string' }, data: { type: 'object' }, html: { type: 'string' } },
          required: ['url'],
        },
      },
    ],
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= MAX_PAGES,
      defaultMessage: buildMessage(() => `$property must be a list of at most ${MAX_PAGES} pages`),
    },
  });

/** Pages to learn from. */
class LearningFieldsV2 {
  /** Pages with the values of some of them. */
  @IfPresent()
  @IsPages()
  pages?: object[];

  /** Pages without values, in place of `pages`. */
  @IfPresent()
  @IsStringList(MAX_PAGES)
  urls?: string[];

  /** Sources of examples. Defaults to all; without a model, `values` and `stated`. */
  @IfPresent()
  @IsWordList(['values', 'stated', 'model'], 3)
  sources?: string[];

  /**
   * Longest wait for the result in milliseconds; then the extractor has the status `learning`.
   * @default 60000
   */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_WAIT_MS)
  waitMs?: number;

  /**
   * Store neither the request nor any values.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}

/**
 * Body of `POST /v2/extractors`.
 *
 * @example { "name": "shop", "schema": { "type": "object", "properties": { "name": { "type": "string" }, "price": { "type": "number" } } }, "pages": [{ "url": "https://shop.example/lamp", "data": { "name": "Lamp", "price": 12.9 } }, { "url": "https://shop.example/chair" }] }
 */
export class ExtractorBodyV2 extends LearningFieldsV2 {
  /** Unique name of 1 to 100 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(100)
  name?: string;

  /** JSON schema of an object with at most 100 properties and 6 levels. */
  @IsJsonObject()
  schema!: object;

  /** Instructions for the model. */
  @IfPresent()
  @IsString()
  @MaxLength(10_000)
  prompt?: string;

  /**
   * Repair of fields that are lost: none, from recorded values, or also by the model, on 4 pages.
   * @default "history"
   */
  @IfPresent()
  @IsIn(['off', 'history', 'model'])
  heal?: string;

  /** Options of the pages, for learning, healing, and runs without options of their own. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;

  /** Receiver of `extractor.drifted`, `extractor.healed` and `extractor.heal-refused`: `{url, headers?, metadata?, events?}`. */
  @IfPresent()
  @IsJsonObject()
  webhook?: object;
}

/** Body of `POST /v2/extractors/:id/learn`. */
export class ExtractorLearnBodyV2 extends LearningFieldsV2 {}

/** Body of `PATCH /v2/extractors/:id`. */
export class ExtractorChangeV2 {
  /** Unique name of 1 to 100 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(100)
  name?: string;

  /** Repair of fields that are lost. */
  @IfPresent()
  @IsIn(['off', 'history', 'model'])
  heal?: string;

  /** Receiver of messages; null removes it. */
  @IfPresent()
  @IsRemovable()
  @IsJsonObject()
  webhook?: object;

  /** Old version that becomes the newest one. */
  @IfPresent()
  @IsInt()
  @Min(1)
  version?: number;
}

/** Body of `POST /v2/extractors/:id/run`. Needs `url` or `urls`. */
export class ExtractorRunBodyV2 {
  /** One page. */
  @IfPresent()
  @IsString()
  url?: string;

  /** 1 to 100 pages. */
  @IfPresent()
  @IsStringList(MAX_URLS)
  urls?: string[];

  /** Version of the program. Defaults to the newest one. */
  @IfPresent()
  @IsInt()
  @Min(1)
  version?: number;

  /**
   * Record the values for healing.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  record?: boolean;

  /** Options of the pages. Defaults to those of the extractor. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;

  /**
   * Store no values.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}

/** Body of `POST /v2/extractors/:id/heal`. */
export class ExtractorHealBodyV2 {
  /** Pages to read, whose values must have been recorded. Defaults to the newest ones. */
  @IfPresent()
  @IsStringList(MAX_URLS)
  urls?: string[];

  /**
   * Longest wait for the result in milliseconds.
   * @default 60000
   */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_WAIT_MS)
  waitMs?: number;
}

/** Body of `POST /v2/extractors/import`. */
export class ExtractorImportBodyV2 {
  /** Program of an extractor, as `GET /v2/extractors/:id` returns it. */
  @IsJsonObject()
  program!: object;

  /** Unique name of 1 to 100 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(100)
  name?: string;
}
