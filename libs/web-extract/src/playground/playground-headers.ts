/** Folder of the files below the page. */
export const ASSET_PATH = 'playground-assets';

/** Hash of `FRAME_STYLE`, the style of the sandboxed frame that shows cleaned HTML; the frame inherits the policy. */
const PREVIEW_STYLE_HASH = 'sha256-XxlHA192LFc/ymdoQDf+cznR793XklHt9RxIcCn3bUU=';

/**
 * Allows scripts, styles, workers and requests of the same origin only, and no embedding in frames. Images must be part of a response, since
 * a request to a scraped site would reveal the reader.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' '${PREVIEW_STYLE_HASH}'`,
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
