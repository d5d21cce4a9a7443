/** Folder of the files below the page. */
export const ASSET_PATH = 'playground-assets';

/**
 * The page runs its own script and nothing else, speaks to its own server and to nobody else, and stands in no frame. Pictures are shown
 * only where the answer holds them: a page that was scraped must not learn who reads it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify playground',
].join('; ');

const SAFETY = {
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

export const PAGE_HEADERS: Readonly<Record<string, string>> = { ...SAFETY, 'cache-control': 'no-cache' };

/** Their names hold a hash of their content. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  ...SAFETY,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
};
