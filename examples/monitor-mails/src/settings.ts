const listOf = (text = ''): string[] => text.split(',').filter((item) => item !== '');

/** Settings of the environment. */
export const settings = {
  keys: listOf(process.env['API_KEYS'] ?? 'demo'),
  dataDir: process.env['DATA_DIR'] ?? '.data',
  /** Sites on private addresses that may be read, such as `127.0.0.1:8000`. */
  allowPrivate: listOf(process.env['ALLOW_PRIVATE']),
  smtpUrl: process.env['SMTP_URL'] ?? 'smtp://localhost:25',
  /** Longest wait for each response of the SMTP server. */
  smtpTimeoutMs: Number(process.env['SMTP_TIMEOUT_MS'] ?? 10_000),
  sender: process.env['MAIL_FROM'] ?? 'monitors@example.com',
  /** Domains whose addresses may receive mails. */
  domains: listOf(process.env['MAIL_DOMAINS'] ?? 'example.com'),
};
