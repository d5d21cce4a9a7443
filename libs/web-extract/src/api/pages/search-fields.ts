import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';

const MAX_QUERY_CHARS = 1_000;
export const MAX_SEARCH_OPTION_CHARS = 200;

/** Validates a search query, which must not be blank. */
export const IsSearchQuery = () =>
  applyDecorators(
    IsString(),
    MaxLength(MAX_QUERY_CHARS),
    Matches(/\S/, { message: '$property must not be empty' }),
  );

/** Fields that name a language or a country. Empty counts as not stated. */
export const LANGUAGE = {
  pattern: /^(?:[a-z]{2,3}(?:-[a-z]{2,4})?)?$/i,
  message: '$property must be a language code such as en or pt-BR',
};
export const COUNTRY = {
  pattern: /^(?:[a-z]{2})?$/i,
  message: '$property must be an ISO 3166-1 alpha-2 code',
};

/** Search fields of both versions, without the query. */
export interface SearchFields {
  readonly lang?: string;
  readonly country?: string;
  readonly location?: string;
  readonly filter?: string;
  readonly tbs?: string;
}
