import type { PageRequest } from '../../model/page/page-request.js';
import { variantOf, type StatefulRequest } from '../../model/page/state-key.js';
import { acceptLanguage } from '../../web/headers/accept-language.js';
import { nameOf } from '../../convert/changes/fingerprint.js';

/** Identifies the options that affect the text of a page: each combination has its own history. */
export function historyVariant(request: StatefulRequest): string {
  const { onlyMainContent = true, includeSelectors = [], excludeSelectors = [], mobile = false } = request;
  const { removeBase64Images = true, markdownOptions = {}, parsePdf = true, maxPages = null } = request;
  const {
    pageMarkers = false,
    speakerNotes = false,
    hidden = false,
    actions = [],
    waitForMs = 0,
    render = null,
  } = request;
  const name = nameOf([
    onlyMainContent,
    includeSelectors,
    excludeSelectors,
    mobile,
    removeBase64Images,
    Object.entries(markdownOptions).sort(([a], [b]) => (a < b ? -1 : 1)),
    [parsePdf, maxPages, pageMarkers, speakerNotes, ...(hidden ? ['hidden'] : [])],
    [actions, waitForMs > 0, render],
    acceptLanguage(request.location) ?? null,
    Object.entries(request.headers ?? {})
      .map(([name, value]) => [name.toLowerCase(), value])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ]);
  return variantOf(name, request.state);
}

/**
 * Identifies all options that affect a stored page. A page stored under the same identifier can be returned
 * unchanged.
 */
export function pageShape(request: PageRequest, followsDocumentLinks: boolean): string {
  const { formats = ['markdown'], maxChunkTokens, attributes, highlightsFor, question, extraction } = request;
  return nameOf([
    [...formats].sort(),
    maxChunkTokens ?? null,
    attributes ?? null,
    highlightsFor ?? null,
    question ?? null,
    extraction ? [extraction.schema ?? null, extraction.prompt ?? null] : null,
    followsDocumentLinks,
  ]);
}
