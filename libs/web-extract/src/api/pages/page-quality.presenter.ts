import type { Page } from '../../model/page/page.js';
import { qualityReport, type QualityReport } from '../../services/quality-report.js';

/** `data.quality` of the format `quality`. */
export type QualityReply = QualityReport;

/** Quality report, if requested. */
export function presentQuality({ quality, statusCode }: Page): { readonly quality?: QualityReply } {
  const { removed } = quality;
  return removed === undefined ? {} : { quality: qualityReport({ ...quality, removed }, statusCode) };
}
