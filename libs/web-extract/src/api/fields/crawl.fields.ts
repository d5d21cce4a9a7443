import type { Type } from '@nestjs/common';
import { IsBoolean, IsInt, IsNumber, IsPositive, Min } from 'class-validator';
import { IfPresent, IsStringList } from '../validators.js';

const MAX_PATTERNS = 1_000;

/** Which pages a crawl takes in, in the words of v1 and v2. */
export class CrawlReachFields {
  @IfPresent()
  @IsInt()
  @Min(1)
  limit?: number;

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  includePaths?: string[];

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  excludePaths?: string[];

  @IfPresent()
  @IsBoolean()
  followDocumentLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;
}

/** Adds how a crawl goes about it, in the words of v1 and v2. */
export function withCrawlFields<T extends Type<CrawlReachFields>>(Reach: T) {
  class CrawlFields extends Reach {
    @IfPresent()
    @IsBoolean()
    regexOnFullURL?: boolean;

    @IfPresent()
    @IsInt()
    @Min(0)
    maxDiscoveryDepth?: number;

    @IfPresent()
    @IsBoolean()
    crawlEntireDomain?: boolean;

    @IfPresent()
    @IsBoolean()
    allowSubdomains?: boolean;

    @IfPresent()
    @IsBoolean()
    ignoreQueryParameters?: boolean;

    @IfPresent()
    @IsBoolean()
    deduplicateSimilarURLs?: boolean;

    @IfPresent()
    @IsBoolean()
    ignoreRobotsTxt?: boolean;

    @IfPresent()
    @IsNumber({ allowInfinity: false, allowNaN: false })
    @IsPositive()
    delay?: number;

    @IfPresent()
    @IsInt()
    @Min(1)
    maxConcurrency?: number;
  }
  return CrawlFields;
}
