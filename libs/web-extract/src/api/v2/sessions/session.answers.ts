import type { SessionCheckResult, SessionView } from '../../../model/session/session.js';

/** A session without its values. */
export interface SessionReplyV2 {
  readonly success: true;
  readonly data: SessionView;
  readonly warning?: string;
}

/** `GET /v2/sessions`. */
export interface SessionListV2 {
  readonly success: true;
  readonly data: readonly SessionView[];
}

/** `DELETE /v2/sessions/{name}`. */
export interface SessionRemovedV2 {
  readonly success: true;
}

/** `POST /v2/sessions/{name}/check`. */
export interface SessionCheckReplyV2 {
  readonly success: true;
  readonly data: SessionCheckResult;
}
