import { strToU8 } from 'fflate';
import type { PageAnswer } from '../api/answers.js';

/** Files of a downloaded page by name. */
export function filesOf(page: PageAnswer): Record<string, Uint8Array> {
  const { markdown, html, rawHtml, links, images, summary, chunks, json, quality, screenshot, metadata } =
    page;
  const { attributes, highlights, product, schemaOrg } = page;
  const texts: Readonly<Record<string, string | undefined>> = {
    'page.md': markdown,
    'page.html': html,
    'raw.html': rawHtml,
    'links.txt': linesOf(links),
    'images.txt': linesOf(images),
    'summary.md': summary,
    'chunks.jsonl': chunks?.map((chunk) => `${JSON.stringify(chunk)}\n`).join(''),
    'data.json': jsonOf(json),
    'product.json': jsonOf(product),
    'schema-org.json': jsonOf(schemaOrg),
    'attributes.json': jsonOf(attributes),
    'highlights.md': highlights,
    'quality.json': jsonOf(quality),
    'metadata.json': jsonOf(metadata),
  };
  const files: Record<string, Uint8Array> = {};
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) files[name] = strToU8(text);
  const [, type, data] = /^data:image\/(png|jpeg|webp);base64,([\w+/=]+)$/.exec(screenshot ?? '') ?? [];
  if (type && data) files[`screenshot.${type}`] = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return files;
}

const linesOf = (lines: readonly string[] | undefined) => lines?.map((line) => `${line}\n`).join('');
const jsonOf = (value: unknown) => (value === undefined ? undefined : `${JSON.stringify(value, null, 2)}\n`);
