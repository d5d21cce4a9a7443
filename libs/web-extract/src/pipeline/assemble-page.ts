import { withoutScriptShell } from '../convert/content/quality/quality-warnings.js';
import { formatFields } from '../model/formats/select-formats.js';
import type { Conversion } from '../model/page/conversion.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { Page } from '../model/page/page.js';
import { formatNotice } from '../model/problems/degraded-feature.js';
import { withoutCredentials } from '../web/url/without-credentials.js';
import type { FinishedPage } from './rendering/page-renderer.js';

/** Maximum length of the format `structuredData`; longer data is left out. */
const MAX_STATED_CHARS = 262_144;

function statedFormat(
  { formats = [] }: Pick<PageRequest, 'formats'>,
  { structuredData }: Conversion,
): Pick<Page, 'structuredData'> {
  if (!formats.includes('structuredData') || structuredData === null) return {};
  return structuredData.length > MAX_STATED_CHARS ? {} : { structuredData };
}

/** @param missing warnings about features that are not available here */
export function assemblePage(
  request: PageRequest,
  { response, conversion: converted, rendering, warnings }: FinishedPage,
  missing: readonly string[],
): Page {
  const { statusCode } = response;
  const conversion = converted.fetchedBy === 'browser' ? withoutScriptShell(converted) : converted;
  const shortfalls = warnings.filter((warning) => typeof warning !== 'string');
  return {
    requestedUrl: withoutCredentials(request.url),
    url: response.url,
    statusCode,
    statusText: statusCode >= 400 ? response.statusText : null,
    contentType: response.headers['content-type'] ?? null,
    fetchedBy: conversion.fetchedBy,
    metadata: conversion.metadata,
    ...formatFields(conversion),
    ...(conversion.documentPages === undefined ? {} : { documentPages: conversion.documentPages }),
    ...statedFormat(request, conversion),
    ...(conversion.searchText === undefined ? {} : { searchText: conversion.searchText }),
    screenshot: rendering?.screenshot ?? null,
    actions: rendering?.actions ?? null,
    extraction: null,
    ...(rendering ? { renderTimings: rendering.timings } : {}),
    quality: conversion.quality,
    ...(shortfalls.length === 0 ? {} : { shortfalls }),
    warnings: [
      ...missing,
      ...warnings.map(formatNotice),
      ...(response.truncated ? ['The response ended early; the page may be incomplete'] : []),
      ...conversion.warnings,
    ],
  };
}
