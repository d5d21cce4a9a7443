/** Request headers by URL: `authorization` for the origin of `home`, none for others. */
export function authorizationAt(
  home: string,
  authorization: string | null,
): (url: string) => Readonly<Record<string, string>> {
  const { origin } = new URL(home);
  const headers: Record<string, string> = authorization === null ? {} : { Authorization: authorization };
  return (url) => (new URL(url).origin === origin ? headers : {});
}
