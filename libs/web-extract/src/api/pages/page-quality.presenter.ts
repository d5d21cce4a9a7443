import type { Page } from '../../model/page/page.js';
import { qualityReport, type QualityReport } from '../../services/quality-report.js';

/** `data.quality` of the format `quality`. */
export type QualityReply = QualityReport;

/** The report where it was asked for. */
export function presentQuality({ quality, statusCode }: Page): { readonly quality?: QualityReply } {
  const { removed } = quality;
  return removed === undefined ? {} : { quality: qualityReport({ ...quality, removed }, statusCode) };
}
