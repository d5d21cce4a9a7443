import { resolveImage, resolveLink, resolveResource } from './resolve-url.js';

/** Elements that run, load or reshape something, or whose text is no text. Cleaning takes them out; none is ever written. */
export const UNSAFE_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'script style template noscript noembed noframes frame frameset base meta link title object embed applet param portal ' +
    'fencedframe textarea plaintext svg animate animatetransform animatemotion set foreignobject annotation-xml'
  ).split(' '),
);

/** What an attribute's address is for. */
type AddressKind = 'link' | 'image' | 'resource';

export const RESOLVERS: Readonly<Record<AddressKind, (written: string, baseUrl: string) => string | null>> = {
  link: resolveLink,
  image: resolveImage,
  resource: resolveResource,
};

const ADDRESSES = new Set(
  'href src action formaction poster cite background data longdesc xlink:href'.split(' '),
);

/** What the address in an attribute is for; null when the attribute holds none. */
export function addressKindOf(attribute: string, element: string): AddressKind | null {
  if (!ADDRESSES.has(attribute)) return null;
  if (attribute === 'href' && (element === 'a' || element === 'area')) return 'link';
  return attribute === 'src' && (element === 'img' || element === 'source') ? 'image' : 'resource';
}

/** Instructions to browsers and to the scripts of frameworks, and what image loaders left. */
const DROPPED_ATTRIBUTE =
  /^(?:on|data-|style$|srcdoc$|nonce$|integrity$|srcset$|imagesrcset$|sizes$|loading$|jsaction$|ping$|archive$|attributename$|x-|v-|ng-|hx-|fx-|wire:|:|_$)|[^\w:.-]/;

/** Values that would be a script or a page of their own if something followed them. */
const SCRIPT = /^(?:javascript|vbscript|livescript|mocha|data):/i;
// Browsers ignore these before and inside a scheme: "java\nscript:" runs.
// eslint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020]+/g;

/** Words for readers, "JavaScript: a primer", and names. */
const WORDS = new Set(
  'title alt aria-label summary label abbr content value placeholder class id name'.split(' '),
);

/** Whether an attribute that holds no address does nothing wherever the element is shown. */
export function isInertAttribute(name: string, value: string): boolean {
  if (DROPPED_ATTRIBUTE.test(name)) return false;
  if (WORDS.has(name) || !value.includes(':')) return true;
  return !value.split(/[;,]/).some(isScript);
}

/** Whether a text, taken for an address, would run or hold a page of its own. */
export function isScript(text: string): boolean {
  return SCRIPT.test(text.replace(IGNORED, ''));
}
