import { applyDecorators } from '@nestjs/common';
import { IsIn, IsString, Matches } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';

const SESSION_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Validates the name of a session. */
export const IsSessionName = () =>
  applyDecorators(
    Matches(SESSION_NAME, { message: '$property must be 1 to 64 of A-Za-z0-9._-' }),
    IsString(),
  );

export const COOKIE_MODES = ['auto', 'always', 'never'] as const;
export type CookieModeField = (typeof COOKIE_MODES)[number];

/** Session that pages are read with. */
export class SessionFields {
  /** Name of a session of `POST /v2/sessions`: its cookies, headers and storage are used at its origins. Pages read with it are not cached. */
  @IfPresent()
  @IsSessionName()
  session?: string;
}

/** Cookies between the pages of a job. */
export class JobCookieFields {
  /**
   * Cookies between the pages of the job: `auto` sends them only to sites that need them.
   * @default "auto"
   */
  @IfPresent()
  @IsIn(COOKIE_MODES)
  cookies?: CookieModeField;
}
