import type { SessionCookie } from '../../model/session/session.js';
import type { JarCookie } from '../../web/cookies/cookie-jar.js';

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/** A cookie as Playwright and browsers name it. */
export function toSessionCookie({
  name,
  value,
  domain,
  hostOnly,
  path,
  expiresAt,
  httpOnly,
  secure,
  sameSite,
}: JarCookie): Required<SessionCookie> {
  const expires = expiresAt === null ? -1 : expiresAt / 1000;
  return {
    name,
    value,
    domain: hostOnly ? domain : `.${domain}`,
    path,
    expires,
    httpOnly,
    secure,
    sameSite: SAME_SITE[sameSite],
  };
}
