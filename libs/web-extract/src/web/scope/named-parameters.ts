/**
 * Click identifiers of advertising networks and mailings, as browsers and registries of tracking parameters list them. Cheap pre-check,
 * false for nearly all queries.
 */
const MAY_ADVERTISE =
  /utm_|clid|clkid|braid|gclsrc|mc_[ce]id|igsh|_hs|hsc?ta|hsa_|_g[al]=|gad_|srsltid|mkt_tok|li_fat_id|rdt_cid|s_kwcid|ef_id|epik=|_openstat|vero_|oly_|wickedid|clickid|mtm_|pk_(?:campaign|kwd|source|medium)|ml_subscriber/i;
const ADVERTISING =
  /^(?:utm_\w+|(?:fb|g|d|y|ys|tw|tt|li|z)clid|msclkid|[gw]braid|gclsrc|gad_(?:source|campaignid)|srsltid|mc_[ce]id|mkt_tok|igsh(?:id)?|_hs(?:enc|mi|fp)|__hs(?:fp|sc|tc)|hsctatracking|hsa_\w+|_g[al]|li_fat_id|rdt_cid|s_kwcid|ef_id|epik|_openstat|vero_(?:conv|id)|oly_(?:anon|enc)_id|wickedid|(?:rb_|ir)clickid|mtm_\w+|pk_(?:campaign|kwd|source|medium)|ml_subscriber(?:_hash)?)$/i;

/** True if the query contains no identifier of advertising. */
export const mayAdvertise = (query: string): boolean => MAY_ADVERTISE.test(query);
export const isAdvertising = (name: string): boolean => ADVERTISING.test(name);

/** Forms of login and registration: all of their addresses that differ in where they lead back to are one page. */
const LOGIN_PATH =
  /(?:^|[/._-])(?:log[-_]?in|sign[-_]?in|log[-_]?on|sign[-_]?on|sign[-_]?up|authenticate|authorize|sso|wp-login)(?:[/._-]|$)/i;
const RETURN_NAME =
  /^(?:next|(?:return|redirect|back|forward|came_?from|continue|callback|target|dest(?:ination)?|goto|ref(?:err?er)?|origin|success)(?:_?(?:to|url|uri|path))?|r?url|service|from|to)$/i;

export const isLoginPath = (path: string): boolean => LOGIN_PATH.test(path);
export const leadsBack = (name: string): boolean => RETURN_NAME.test(name);

/** The parameters in the order of their names; those of one name keep theirs. */
export function inOrder(query: string): string {
  if (!query.includes('&')) return query;
  const named = query
    .slice(1)
    .split('&')
    .map((parameter): [string, string] => [parameter.split('=', 1)[0]!, parameter]);
  named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `?${named.map(([, parameter]) => parameter).join('&')}`;
}
