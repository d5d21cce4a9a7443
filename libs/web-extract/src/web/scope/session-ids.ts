/** Address parts without identifiers of the visitor's session. */
interface WithoutSession {
  readonly path: string;
  readonly query: string;
  readonly hadSession: boolean;
}

/** Cheap test that nearly every address fails. */
const MAY_HAVE_SESSION = /sess|sid|cfid|cftoken|\(s\(|\((?:x|a|f)\(/i;

/** Names that mean nothing else. */
const CLEAR_NAME =
  /^(?:jsessionid|phpsessid|aspsessionid\w*|asp\.net_sessionid|cftoken|oscsid|zenid|xtcsid)$/i;
/** Names that may also mean a session of a conference or the number of a story. */
const VAGUE_NAME = /^(?:sid|s_?id|sess(?:ion)?(?:_?id|_?key|_?token)?|cfid|user_?session|.*_sid)$/i;
/** Random: long, of letters and digits mixed. */
const RANDOM_VALUE = /^(?=[\w.~-]*\d)(?=[\w.~-]*[a-z])[\w.~-]{16,}$/i;
const LONG_NUMBER = /^\d{20,}$/;

/** `;jsessionid=…` at the end of a segment. */
const PATH_PARAMETER = /;(?:jsessionid|phpsessid|sid|session_?id)=[^;/?]*/gi;
/** A segment of ASP.NET that holds the session: `/(S(abc…))/`. */
const PATH_SEGMENT = /\/\((?:[a-z]\([\w-]+\))+\)(?=\/|$)/gi;

/**
 * Takes session identifiers out of path and query, so that all spellings of one page look alike. Values of names that
 * could mean something else go only when they look random.
 */
export function withoutSessionIds(path: string, query: string): WithoutSession {
  if (!MAY_HAVE_SESSION.test(path) && !MAY_HAVE_SESSION.test(query))
    return { path, query, hadSession: false };
  const barePath = path.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '') || '/';
  const bareQuery = withoutParameters(query, isSession);
  return { path: barePath, query: bareQuery, hadSession: barePath !== path || bareQuery !== query };
}

/** Drops parameters of a query; what stays keeps its order and spelling. An empty query is none. */
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
    CLEAR_NAME.test(name) || (VAGUE_NAME.test(name) && (RANDOM_VALUE.test(value) || LONG_NUMBER.test(value)))
  );
}
