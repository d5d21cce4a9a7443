/** Paths that are written into the page. */
interface PageLocation {
  /** Path of the page as it was asked for. */
  readonly page: string;
  /** Path of the folder of its files, without a slash at the end. */
  readonly assets: string;
  /** Path that the versions of the API lie below. */
  readonly api: string;
}

/** Fills the places in the page. All addresses are relative, so that proxies may put the application below any path. */
export function fillPage(template: string, { page, assets, api }: PageLocation): string {
  return template
    .replaceAll('%ASSETS%', relativePath(page, assets))
    .replaceAll('%API%', relativePath(page, api));
}

/** Relative path from the page `from` to the path `to`. */
export function relativePath(from: string, to: string): string {
  const depth = from.split('/').length - 2;
  return `${depth > 0 ? '../'.repeat(depth) : './'}${to.slice(1)}`;
}
