import { refusal } from '../../pages/page-options.js';

interface SessionChoice {
  readonly session?: string;
  readonly scrapeOptions?: { readonly session?: string };
}

/** The session of a request, which may be stated for the request or for its pages. @throws InvalidRequestError for two of them */
export function oneSession({ session, scrapeOptions = {} }: SessionChoice): string | undefined {
  if (session !== undefined && scrapeOptions.session !== undefined && session !== scrapeOptions.session)
    throw refusal('scrapeOptions.session', 'must be the same as session');
  return session ?? scrapeOptions.session;
}
