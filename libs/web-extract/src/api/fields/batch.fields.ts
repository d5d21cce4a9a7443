import type { Type } from '@nestjs/common';
import { buildMessage, IsBoolean, IsInt, IsString, MaxLength, Min, ValidateBy } from 'class-validator';
import { IfPresent } from '../validators.js';
import { MAX_URL_CHARS } from './page.fields.js';

/** Addresses of one request; the services take more. */
const MAX_URLS = 1_000;
const MAX_ID_CHARS = 100;

const IsUrlList = () =>
  ValidateBy({
    name: 'isUrlList',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length >= 1 &&
        value.length <= MAX_URLS &&
        value.every((url) => typeof url === 'string' && url.length <= MAX_URL_CHARS),
      defaultMessage: buildMessage(() => `$property must be a list of 1 to ${MAX_URLS} addresses`),
    },
  });

/** Adds what a batch is besides the options of its pages, in the words of v1 and v2. */
export function withBatchFields<T extends Type<object>>(Options: T) {
  class BatchFields extends Options {
    @IsUrlList()
    urls!: string[];

    @IfPresent()
    @IsBoolean()
    ignoreInvalidURLs?: boolean;

    @IfPresent()
    @IsInt()
    @Min(1)
    maxConcurrency?: number;

    @IfPresent()
    @IsString()
    @MaxLength(MAX_ID_CHARS)
    appendToId?: string;
  }
  return BatchFields;
}
