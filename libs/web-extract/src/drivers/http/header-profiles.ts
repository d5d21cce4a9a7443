/** The kind of client whose headers a request carries. */
export type HeaderProfile = 'bot' | 'browser';

const ROBOT = '(compatible; NestWebExtract/0; +https://www.npmjs.com/package/nestjs-web-extract)';
const DESKTOP_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const MOBILE_CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,application/json;q=0.8,*/*;q=0.5';
const ACCEPT_OF_CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
  'application/signed-exchange;v=b3;q=0.7';
const ACCEPT_ENCODING = 'gzip, deflate, br'; // what Node 20 can undo

/** The headers of a profile, in the order they are sent. */
export function profileHeaders(
  profile: HeaderProfile,
  mobile: boolean,
  userAgent: string | null,
): Readonly<Record<string, string>> {
  return profile === 'browser' ? browserHeaders(mobile, userAgent) : botHeaders(mobile, userAgent);
}

function botHeaders(mobile: boolean, userAgent: string | null): Record<string, string> {
  const own = mobile ? `${MOBILE_CHROME} ${ROBOT}` : `Mozilla/5.0 ${ROBOT}`;
  return { 'User-Agent': userAgent ?? own, Accept: ACCEPT, 'Accept-Encoding': ACCEPT_ENCODING };
}

function browserHeaders(mobile: boolean, userAgent: string | null): Record<string, string> {
  return {
    'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
    'sec-ch-ua-mobile': mobile ? '?1' : '?0',
    'sec-ch-ua-platform': mobile ? '"Android"' : '"Windows"',
    'Upgrade-Insecure-Requests': '1',
    'User-Agent': userAgent ?? (mobile ? MOBILE_CHROME : DESKTOP_CHROME),
    Accept: ACCEPT_OF_CHROME,
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    'Sec-Fetch-Dest': 'document',
    'Accept-Encoding': ACCEPT_ENCODING,
    'Accept-Language': 'en-US,en;q=0.9',
  };
}
