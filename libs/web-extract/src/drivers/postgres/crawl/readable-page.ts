import { hash } from 'node:crypto';
import type { Page } from '../../../model/page/page.js';
import type { Parameter } from '../connection/postgres-connection.js';
import { toReadableText } from '../connection/postgres-values.js';

/** Columns of a page for readers of tables: url, title, status_code, language, markdown, metadata, content_hash. */
export function readablePage({ url, metadata, statusCode, markdown }: Page): readonly Parameter[] {
  const text = (value: string | null) => (value === null ? null : toReadableText(value));
  return [
    toReadableText(url),
    text(metadata.title),
    isStatus(statusCode) ? statusCode : null,
    text(metadata.language),
    text(markdown),
    readableJson(metadata),
    markdown === null ? null : hash('sha256', markdown),
  ];
}

export const NO_READABLE_PAGE: readonly null[] = [null, null, null, null, null, null, null];

const isStatus = (statusCode: number): boolean =>
  Number.isInteger(statusCode) && Math.abs(statusCode) < 100_000;

/** Escapes that `jsonb` refuses, and others that only look like them. */
const MAYBE_ILLEGAL = /\\u(?:0000|d[89a-f])/;

function readableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return MAYBE_ILLEGAL.test(json) ? JSON.stringify(readable(value)) : json;
}

function readable(value: unknown): unknown {
  if (typeof value === 'string') return toReadableText(value);
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [toReadableText(name), readable(one)]),
  );
}
