import type { PageMetadata } from '../../model/page/page.js';

/** Writes the metadata of a page as YAML front matter. JSON strings are valid YAML strings. */
export function frontMatter(url: string, metadata: PageMetadata): string {
  const { title, description, language, author, publishedAt, modifiedAt } = metadata;
  const fields = { title, description, url, language, author, publishedAt, modifiedAt };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : `${name}: ${JSON.stringify(value)}`,
  );
  return `---\n${lines.join('\n')}\n---\n\n`;
}
