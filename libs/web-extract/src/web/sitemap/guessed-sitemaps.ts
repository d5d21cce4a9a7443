import type { RobotsRules } from '../robots/parse-robots.js';

/**
 * Further places where a site may have its sitemaps, if robots.txt and its start page name none and `/sitemap.xml` lists no pages: an index of Yoast and most
 * other programs, then that of WordPress, whose usual robots.txt tells it, or of static site generators.
 */
export function guessedSitemaps(rules: Pick<RobotsRules, 'isAllowed'>): readonly string[] {
  const isWordPress = rules.isAllowed('/') && !rules.isAllowed('/wp-admin/');
  return ['/sitemap_index.xml', isWordPress ? '/wp-sitemap.xml' : '/sitemap-index.xml'];
}
