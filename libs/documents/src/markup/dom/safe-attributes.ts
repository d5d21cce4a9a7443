import { resolveImage, resolveLink, resolveResource } from './resolve-url.js';

/**
 * Elements that execute or load something, modify the page, or contain raw text. They are removed during cleaning and
 * never written.
 */
export const UNSAFE_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'script style template noscript noembed noframes frame frameset base meta link title object embed applet param portal ' +
    'fencedframe textarea plaintext svg animate animatetransform animatemotion set foreignobject annotation-xml'
  ).split(' '),
);

/** Purpose of a URL attribute. */
type AddressKind = 'link' | 'image' | 'resource';

export const RESOLVERS: Readonly<Record<AddressKind, (written: string, baseUrl: string) => string | null>> = {
  link: resolveLink,
  image: resolveImage,
  resource: resolveResource,
};

const ADDRESSES = new Set(
  'href src action formaction poster cite background data longdesc xlink:href'.split(' '),
);

/** Purpose of the URL in an attribute; null if the attribute contains none. */
export function addressKindOf(attribute: string, element: string): AddressKind | null {
  if (!ADDRESSES.has(attribute)) return null;
  if (attribute === 'href' && (element === 'a' || element === 'area')) return 'link';
  return attribute === 'src' && (element === 'img' || element === 'source') ? 'image' : 'resource';
}

/** Instructions to browsers (event handlers, styles), framework directives, and leftovers of image loaders. */
const DROPPED_ATTRIBUTE =
  /^(?:on|data-|style$|srcdoc$|nonce$|integrity$|srcset$|imagesrcset$|sizes$|loading$|jsaction$|ping$|archive$|attributename$|x-|v-|ng-|hx-|fx-|wire:|:|_$)|[^\w:.-]/;

/** Values that are a script or an embedded page if used as a URL. */
const SCRIPT = /^(?:javascript|vbscript|livescript|mocha|data):/i;
// Browsers ignore these before and inside a scheme: "java\nscript:" runs.
// eslint-disable-next-line no-control-regex -- they are control characters
const IGNORED = /[\u0000-\u0020]+/g;

/** Attributes with text for readers ("JavaScript: a primer") and names. */
const WORDS = new Set(
  'title alt aria-label summary label abbr content value placeholder class id name'.split(' '),
);

/** True if an attribute without a URL has no effect wherever the element is displayed. */
export function isInertAttribute(name: string, value: string): boolean {
  if (DROPPED_ATTRIBUTE.test(name)) return false;
  if (WORDS.has(name) || !value.includes(':')) return true;
  return !value.split(/[;,]/).some(isScript);
}

/** True if a text, used as a URL, would execute or contain a page. */
export function isScript(text: string): boolean {
  return SCRIPT.test(text.replace(IGNORED, ''));
}
