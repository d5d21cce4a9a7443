import type { ExtractorPageResult, ExtractorView } from '../../../src/model/extractor/extractor-view.js';

export type Extractor = ExtractorView;

export type ExtractorResult = ExtractorPageResult;

export type ExtractorDrift = ExtractorView['drift'][number];

export type ExtractorTemplate = ExtractorView['templates'][number];

/** A response about extractors. */
export interface ExtractorAnswer<Data> {
  readonly data: Data;
  readonly warning?: string;
}
