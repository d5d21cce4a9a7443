import type { RobotsRules } from '../robots/parse-robots.js';

/**
 * Further places where a site may have its sitemaps, if robots.txt and its start page name none and `/sitemap.xml` lists no pages: an index of Yoast and most
 * other programs, then that of WordPress, or of static site generators where robots.txt has rules, but not those that WordPress writes.
 */
export function guessedSitemaps(rules: Pick<RobotsRules, 'isAllowed' | 'size'>): readonly string[] {
  const mayBeWordPress = rules.size === 0 || (rules.isAllowed('/') && !rules.isAllowed('/wp-admin/'));
  return ['/sitemap_index.xml', mayBeWordPress ? '/wp-sitemap.xml' : '/sitemap-index.xml'];
}
