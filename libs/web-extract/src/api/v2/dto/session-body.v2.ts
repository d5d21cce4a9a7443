import { buildMessage, IsBoolean, IsInt, IsString, MaxLength, Min, ValidateBy } from 'class-validator';
import { IfPresent, IsHeaders, IsJsonObject, IsStringList } from '../../bodies/validators.js';
import { composed } from '../../bodies/composed.js';
import { IsSessionName } from '../../fields/session.fields.js';

const MAX_ORIGINS = 20;
const MAX_PATTERNS = 100;
const MAX_COOKIES = 1_000;
const MAX_FILE_CHARS = 1_048_576;

const IsObjectList = (most: number) =>
  ValidateBy({
    name: 'isObjectList',
    constraints: [{ type: 'array', maxItems: most, items: { type: 'object' } }],
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= most,
      defaultMessage: buildMessage(() => `$property must be a list of at most ${most} objects`),
    },
  });

/** Fields of a session besides its name. Values are write-only. */
class SessionStateFields {
  /** Origins that receive the state: scheme, host and port. */
  @IsStringList(MAX_ORIGINS)
  origins!: string[];

  /** Further origins that only the login uses, such as an identity provider. */
  @IfPresent()
  @IsStringList(MAX_ORIGINS)
  loginOrigins?: string[];

  /** Cookies: `name`, `value`, and optionally `domain`, `path`, `expires` (seconds), `secure`, `httpOnly`, `sameSite`. */
  @IfPresent()
  @IsObjectList(MAX_COOKIES)
  cookies?: object[];

  /** State in the form of Playwright's `storageState`: `cookies` and `origins` with `localStorage`. */
  @IfPresent()
  @IsJsonObject()
  storageState?: object;

  /** Cookies in the Netscape format. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_FILE_CHARS)
  cookiesTxt?: string;

  /** Headers of all requests to `origins`; at most 20. */
  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  /** Login: `{url, form?, fields}` for a form, or `{request: {url, method?, headers?, json | fields}, token?: {path, header, prefix?}}`. */
  @IfPresent()
  @IsJsonObject()
  login?: object;

  /** Page that tells whether the session is valid: `{url, status?, selector?, text?}`. */
  @IfPresent()
  @IsJsonObject()
  check?: object;

  /** Signs of a response to visitors that are not logged in: `{url?: [], status?: [], selector?, text?}`. */
  @IfPresent()
  @IsJsonObject()
  loggedOut?: object;

  /** Name of the account, part of the keys of histories. Default: the name of the session. */
  @IfPresent()
  @IsSessionName()
  account?: string;

  /** Renew the session after this time in milliseconds. */
  @IfPresent()
  @IsInt()
  @Min(1_000)
  maxAgeMs?: number;

  /** Maximum number of requests at the same time; 1 for cookies that are valid once. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxConcurrent?: number;

  /** Patterns of paths that are requested although they look like a logout or a change. */
  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  follow?: string[];

  /** Patterns of paths that are never requested. */
  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  neverFollow?: string[];

  /**
   * Accept actions that run scripts in pages of the session.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowScripts?: boolean;
}

/** Name of a new session. */
class SessionNameFields {
  /** 1 to 64 of `A-Za-z0-9._-`. */
  @IsSessionName()
  name!: string;
}

/**
 * Body of `POST /v2/sessions`. No response contains the values.
 *
 * @example { "name": "wiki", "origins": ["https://wiki.example.com"], "login": { "url": "https://wiki.example.com/login", "fields": { "user": "reader", "password": "…" } } }
 */
export class SessionBodyV2 extends composed(SessionNameFields, SessionStateFields) {}

/** Body of `PUT /v2/sessions/:name`. Replaces all of the session. */
export class SessionChangeV2 extends SessionStateFields {
  /** Must be the name of the path, if it is given. */
  @IfPresent()
  @IsSessionName()
  name?: string;
}

/** Body of `POST /v2/sessions/:name/check`. */
export class SessionCheckBodyV2 {
  /**
   * Log in if the session is not valid.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  renew?: boolean;
}
