/** Path and query without session identifiers. */
interface WithoutSession {
  readonly path: string;
  readonly query: string;
  readonly hadSession: boolean;
}

/** Cheap pre-check, false for nearly all URLs. */
const MAY_HAVE_SESSION = /sess|sid|zenid|cfid|cftoken|[?&]s=[0-9a-f]{32}|\(s\(|\((?:x|a|f)\(/i;

/** Unambiguous parameter names. */
const CLEAR_NAME =
  /^(?:jsessionid|phpsessid|aspsessionid\w*|asp\.net_sessionid|cftoken|oscsid|oscadminid|zenid|xtcsid)$/i;
/** Ambiguous parameter names, such as the session of a conference or a story number. */
const VAGUE_NAME = /^(?:sid|s_?id|sess(?:ion)?(?:_?id|_?key|_?token)?|cfid|user_?session|.*_sid)$/i;
/** Random value: long, with letters and digits. */
const RANDOM_VALUE = /^(?=[\w.~-]*\d)(?=[\w.~-]*[a-z])[\w.~-]{16,}$/i;
/** Session of vBulletin; others name searches like this. */
const HASH = /^[0-9a-f]{32}$/i;
const LONG_NUMBER = /^\d{20,}$/;

/** `;jsessionid=…` at the end of a segment. */
const PATH_PARAMETER = /;(?:jsessionid|phpsessid|sid|session_?id)=[^;/?]*/gi;
/** ASP.NET session segment: `/(S(abc…))/`. */
const PATH_SEGMENT = /\/\((?:[a-z]\([\w-]+\))+\)(?=\/|$)/gi;

/**
 * Removes session identifiers from path and query, so that all URLs of a page are equal. Parameters with ambiguous
 * names are removed only if their value looks random.
 */
export function withoutSessionIds(path: string, query: string): WithoutSession {
  if (!MAY_HAVE_SESSION.test(path) && !MAY_HAVE_SESSION.test(query))
    return { path, query, hadSession: false };
  const barePath = path.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '') || '/';
  const bareQuery = withoutParameters(query, isSession);
  return { path: barePath, query: bareQuery, hadSession: barePath !== path || bareQuery !== query };
}

/**
 * Removes parameters from a query; the others keep their order and spelling. Returns an empty string if none is left.
 */
export function withoutParameters(
  query: string,
  isDropped: (name: string, value: string) => boolean,
): string {
  const kept = query
    .slice(1)
    .split('&')
    .filter((parameter) => {
      const equals = parameter.indexOf('=');
      const name = equals < 0 ? parameter : parameter.slice(0, equals);
      return parameter !== '' && !isDropped(name, equals < 0 ? '' : parameter.slice(equals + 1));
    });
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}

function isSession(name: string, value: string): boolean {
  return (
    CLEAR_NAME.test(name) ||
    (name === 's' && HASH.test(value)) ||
    (VAGUE_NAME.test(name) && (RANDOM_VALUE.test(value) || LONG_NUMBER.test(value)))
  );
}
