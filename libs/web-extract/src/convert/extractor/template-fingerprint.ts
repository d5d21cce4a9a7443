import type { TemplateProgram } from '../../model/extractor/extractor-program.js';
import type { PageIndex } from './page-index.js';

/** Hashes of a fingerprint. */
const SIZE = 64;
/** Share of the learning pages that a feature of the template occurs on. */
const COMMON = 0.7;
/** Share of a fingerprint that a page of the template has. Found on pages of other templates of the same site: at most 0.5. */
const KNOWN = 0.6;
/** Minimum likeness for locators of kind `path`. */
const CLOSE = 0.75;
const MAX_TEXT = 40;
const MAX_FEATURES = 20_000;

/** Tags that say nothing about the structure. */
const NEUTRAL = /^(?:div|span|b|i|em|strong|small|font|section|article|p|br|hr)$/;

/** The last tags of a path, with the paths below it. */
interface TagPath {
  readonly tags: string;
  readonly hash: number;
  readonly below: Map<string, TagPath>;
}

/** Features of a page as hashes: paths of tags and short texts without digits. */
export function pageFeatures(page: PageIndex): ReadonlySet<number> {
  const features = new Set<number>();
  const byTags = new Map<string, TagPath>();
  const pathOf = (tags: string): TagPath => {
    let path = byTags.get(tags);
    if (!path) byTags.set(tags, (path = { tags, hash: (hashOf(tags) & ~1) >>> 0, below: new Map() }));
    return path;
  };
  const top = pathOf('');
  const paths: TagPath[] = [];
  const count = Math.min(page.elements.length, MAX_FEATURES);
  for (let at = 0; at < count; at++) {
    const { name } = page.elements[at]!;
    const above = paths[page.parents[at]!] ?? top;
    let path = above.below.get(name);
    if (!path) {
      path = NEUTRAL.test(name) ? above : pathOf(`${above.tags.split('>').slice(-3).join('>')}>${name}`);
      above.below.set(name, path);
    }
    paths.push(path);
    features.add(path.hash);
  }
  const runs = Math.min(page.runCount, MAX_FEATURES);
  for (let at = 0; at < runs; at++) {
    const run = page.shortRun(at, MAX_TEXT);
    if (run !== null && isLabelLike(run)) features.add((hashOf(run.toLowerCase()) | 1) >>> 0);
  }
  return features;
}

/** True for a text with two letters in a row and without digits. */
function isLabelLike(text: string): boolean {
  let [letters, hasTwo] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 126) return !/\d/.test(text) && /\p{L}{2}/u.test(text);
    if (code >= 48 && code <= 57) return false;
    letters = (code | 32) >= 97 && (code | 32) <= 122 ? letters + 1 : 0;
    hasTwo ||= letters === 2;
  }
  return hasTwo;
}

/** Features that distinguish learning pages, including all class names. */
export function layoutFeatures(page: PageIndex): ReadonlySet<number> {
  const features = new Set(pageFeatures(page));
  for (const name of [...page.byClass.keys()].slice(0, MAX_FEATURES)) features.add(hashOf(`.${name}`));
  return features;
}

/** The smallest hashes of the features that most pages of a template have. */
export function fingerprintOf(pages: readonly ReadonlySet<number>[]): number[] {
  const counts = new Map<number, number>();
  for (const features of pages) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const least = Math.max(1, pages.length * COMMON);
  return [...counts]
    .filter(([, count]) => count >= least)
    .map(([feature]) => feature)
    .sort((a, b) => a - b)
    .slice(0, SIZE);
}

/**
 * Share of a fingerprint that a page has, 0 to 1: the mean of structure and texts. A page without the texts is of another site or language, even if its structure is the same.
 */
export function likeness(fingerprint: readonly number[], features: ReadonlySet<number>): number {
  const own = [0, 0];
  const found = [0, 0];
  for (const feature of fingerprint) {
    own[feature & 1]!++;
    if (features.has(feature)) found[feature & 1]!++;
  }
  let [sum, kinds] = [0, 0];
  for (const kind of [0, 1]) {
    if (own[kind]! < MIN_FEATURES) continue;
    const share = found[kind]! / own[kind]!;
    if (share < MIN_SHARE) return 0;
    sum += share;
    kinds++;
  }
  return kinds === 0 ? 0 : sum / kinds;
}

/** Fewer features of a kind say nothing. */
const MIN_FEATURES = 4;
const MIN_SHARE = 0.3;

/** The template of a page, and if it is so close that places alone are trusted. Of equals the newest, which healing has added. */
export function nearestTemplate(
  templates: readonly TemplateProgram[],
  page: PageIndex,
): { readonly template: TemplateProgram; readonly isClose: boolean; readonly likeness: number } | null {
  const features = pageFeatures(page);
  let nearest: { template: TemplateProgram; isClose: boolean; likeness: number } | null = null;
  for (const template of templates) {
    const share = likeness(template.fingerprint, features);
    if (share < KNOWN || (nearest && share < nearest.likeness)) continue;
    nearest = { template, isClose: share >= CLOSE, likeness: share };
  }
  return nearest;
}

/** Groups learning pages by layout. Two pages are of one template if they share most features. */
export function groupByLayout(pages: readonly PageIndex[]): number[][] {
  const features = pages.map(layoutFeatures);
  const groups: number[][] = [];
  features.forEach((own, at) => {
    let best: number[] | null = null;
    let bestShare = SAME_LAYOUT;
    for (const group of groups) {
      const share = group.reduce((sum, other) => sum + overlap(own, features[other]!), 0) / group.length;
      if (share >= bestShare) [best, bestShare] = [group, share];
    }
    if (best) best.push(at);
    else groups.push([at]);
  });
  return groups;
}

/** Minimum Jaccard index of two pages with the same layout. */
const SAME_LAYOUT = 0.5;

function overlap(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let both = 0;
  for (const feature of one) if (other.has(feature)) both++;
  return both / (one.size + other.size - both || 1);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  // The last bits are mixed further: fingerprints keep the smallest hashes.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
