import { escapeHtml } from './html-text.js';
import type { Feed, FeedTexts } from './read-feed.js';

/** A feed as the page a reader would make of it, so that it takes the pipeline of every other page. */
export function feedPage({ about, items }: Feed): string {
  const { title, summary, language } = about;
  const head = title === undefined ? '' : `<title>${title}</title>`;
  const lead = `${heading(1, about)}${summary === undefined ? '' : `<p>${summary}</p>`}`;
  const lang = language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
  return `<!doctype html><html${lang}><head>${head}</head><body>${lead}${items.map(article).join('')}</body></html>`;
}

function article(item: FeedTexts): string {
  const facts = [item.date, item.author].filter((fact) => fact !== undefined).map(escapeHtml);
  const byline = facts.length > 0 ? `<p>${facts.join(' · ')}</p>` : '';
  return `<article>${heading(2, item)}${byline}<div>${item.content ?? item.summary ?? ''}</div></article>`;
}

function heading(level: number, { title, link }: FeedTexts): string {
  const text = title ?? (link === undefined ? '' : escapeHtml(link));
  if (text === '') return '';
  const linked = link === undefined ? text : `<a href="${escapeHtml(link)}">${text}</a>`;
  return `<h${level}>${linked}</h${level}>`;
}
