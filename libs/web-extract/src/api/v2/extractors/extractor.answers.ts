import type {
  ExtractorPageResult,
  ExtractorVersion,
  ExtractorView,
} from '../../../model/extractor/extractor-view.js';

/** An extractor. */
export interface ExtractorReplyV2 {
  readonly success: true;
  readonly data: ExtractorView;
  readonly warning?: string;
}

/** An extractor with its program. */
export interface ExtractorWithProgramV2 extends ExtractorView {
  /** Program as JSON, for an import elsewhere; null if the extractor was not learned. */
  readonly program: Readonly<Record<string, unknown>> | null;
}

/** `GET /v2/extractors/{id}`. */
export interface ExtractorProgramReplyV2 {
  readonly success: true;
  readonly data: ExtractorWithProgramV2;
}

/** `GET /v2/extractors`. */
export interface ExtractorListV2 {
  readonly success: true;
  readonly data: readonly ExtractorView[];
}

/** `POST /v2/extractors/{id}/run`. */
export interface ExtractorRunReplyV2 {
  readonly success: true;
  /** In the order of the request. */
  readonly data: readonly ExtractorPageResult[];
}

/** `GET /v2/extractors/{id}/versions`. */
export interface ExtractorVersionsV2 {
  readonly success: true;
  readonly data: readonly ExtractorVersion[];
}

/** `DELETE /v2/extractors/{id}`. */
export interface ExtractorRemovedV2 {
  readonly success: true;
}

/** `DELETE /v2/extractors/{id}/history`. */
export interface ExtractorForgottenV2 {
  readonly success: true;
  /** Number of pages whose values were deleted. */
  readonly pages: number;
}
