import type { FormLogin, LoggedOutSigns, SessionCheck } from '../../model/session/session.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { readForms, type HtmlForm } from '../../web/forms/html-forms.js';
import type { SessionScope } from '../../web/sessions/session-scope.js';
import { parseUrl } from '../../web/url/parse-url.js';
import type { SessionRules } from './session-record.js';

/** Longer bodies are searched up to here. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** A response with the URLs that were requested for it. */
export interface SeenResponse extends Pick<FetchResponse, 'url' | 'statusCode' | 'headers' | 'body'> {
  readonly hops: readonly string[];
}

/** URL without query and fragment. */
function placeOf(url: string): string {
  const parsed = parseUrl(url);
  return parsed ? parsed.origin + parsed.pathname : '';
}

export const textOf = ({ body }: Pick<FetchResponse, 'body'>): string =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MAX_TEXT_BYTES)).toString();

/** Recognizes responses of a site to visitors that are not logged in. */
export class LoggedOutRules {
  private readonly places: ReadonlySet<string>;
  private readonly signs: LoggedOutSigns;
  private readonly fields: readonly string[];

  constructor(
    { login, loggedOut = {} }: Pick<SessionRules, 'login' | 'loggedOut'>,
    private readonly scope: SessionScope,
  ) {
    this.signs = loggedOut;
    const form = login && 'url' in login ? login.url : null;
    this.places = new Set([...(form === null ? [] : [form]), ...(loggedOut.url ?? [])].map(placeOf));
    this.fields = login && 'fields' in login ? Object.keys((login as FormLogin).fields) : [];
  }

  /** Selector of a logged-out page, which a conversion looks for. */
  get selector(): string | undefined {
    return this.signs.selector;
  }

  /** True if the response is for a visitor that is not logged in. */
  tells(response: SeenResponse): boolean {
    const { url, statusCode, hops, body } = response;
    const requested = placeOf(hops[0] ?? url); // a login may have the URL of a page
    const isLogin = (hop: string) => this.places.has(placeOf(hop)) && placeOf(hop) !== requested;
    if (
      hops
        .slice(1)
        .concat(url)
        .some((hop) => isLogin(hop) || this.scope.isLoginOnly(hop))
    )
      return true;
    if (!this.scope.covers(url)) return false;
    if (statusCode === 401 || this.signs.status?.includes(statusCode)) return true;
    if (this.signs.text !== undefined && Buffer.from(body).includes(this.signs.text)) return true;
    return statusCode === 200 && this.hasLoginForm(response);
  }

  /** True if the page has the form of the login: its fields with a password, or its action. */
  private hasLoginForm(response: SeenResponse): boolean {
    if (this.places.size === 0 && this.fields.length === 0) return false;
    const html = textOf(response);
    if (!/password/i.test(html)) return false;
    return readForms(html).forms.some((form) => this.isLoginForm(form, response.url));
  }

  private isLoginForm(form: HtmlForm, pageUrl: string): boolean {
    if (!form.fields.some(({ type }) => type === 'password')) return false;
    const names = new Set(form.fields.map(({ name }) => name));
    if (this.fields.length > 0 && this.fields.every((name) => names.has(name))) return true;
    const action = form.action === '' ? null : parseUrl(form.action, pageUrl);
    return action !== null && this.places.has(action.origin + action.pathname);
  }
}

/** True if the response of a check says that the session is valid. @param hasSelector whether the page has the selector of the check */
export function passes(check: SessionCheck, response: SeenResponse, hasSelector: boolean): boolean {
  const { status = 200, text, selector } = check;
  if (response.statusCode !== status) return false;
  if (text !== undefined && !textOf(response).includes(text)) return false;
  return selector === undefined || hasSelector;
}
