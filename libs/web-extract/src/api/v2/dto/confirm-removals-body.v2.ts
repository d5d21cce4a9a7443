import { IsString, MaxLength } from 'class-validator';
import { IfPresent } from '../../bodies/validators.js';
import { MAX_TAG_CHARS } from '../../fields/change-tracking.fields.js';
import { IsSessionName } from '../../fields/session.fields.js';

/** `POST /v2/changes/confirm-removals`: the feed whose removals are confirmed. */
export class ConfirmRemovalsBodyV2 {
  /** Tag of the tracked pages; '' for pages without one. */
  @IsString()
  @MaxLength(MAX_TAG_CHARS)
  tag!: string;

  /** Removals of pages read with this session. */
  @IfPresent()
  @IsSessionName()
  session?: string;
}
