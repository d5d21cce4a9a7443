import { DEFERS, OBSERVES } from './page-scripts.js';

/**
 * Properties of nodes as the platform has them. A form or a document has its named elements in place of its own properties: what
 * `<input name="attributes">` does to its form is done in every world.
 */
export const SAFE_ACCESS = `
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => get.call(object);
  };
  const nodeType = getter(Node, 'nodeType'), nodeName = getter(Node, 'nodeName'), parentOf = getter(Node, 'parentNode');
  const childNodesOf = getter(Node, 'childNodes'), lastChildOf = getter(Node, 'lastChild'), previousOf = getter(Node, 'previousSibling');
  const openRootOf = getter(Element, 'shadowRoot'), bodyOf = getter(Document, 'body'), readyStateOf = getter(Document, 'readyState');
  const upperName = (node) => nodeName(node).toUpperCase();
`;

/**
 * Runs in every document before its own scripts, in a world of its own: the page can neither see nor change it. Watches what the
 * page does to its content.
 *
 * `weProbe()` tells how long the content has been quiet, whether a reader finds hardly anything yet (few characters, or what stands
 * in the place of content to come), and whether the page is inert: it is loaded, shows some text, has no frames, and its scripts have
 * done nothing that could change it later.
 */
export const WATCH_DOM = `(() => {
  if (globalThis.weProbe) return;
  ${SAFE_ACCESS}
  const MAX_TEXT_CHANGES = 3, MAX_CHILD_CHANGES = 40, MAX_SWAPS = 10, MAX_LOOKED_AT = 20000, MIN_GROWTH = 10, BIG_PICTURE = 40000, SHELL_CHARS = 60, MANY_CHARS = 400;
  const BUSY = '[aria-busy=true], [class*=skeleton i]';
  const WAITING = /\\b(?:loading|please wait|one moment)\\b/i;
  const UNSEEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'TITLE']);
  let lastChange = performance.now();
  const changes = new WeakMap(), longest = new WeakMap(), roots = new WeakSet();
  const isTicker = (node, most) => {
    const count = (changes.get(node) ?? 0) + 1;
    changes.set(node, count);
    return count > most;
  };
  const isText = ({ type, addedNodes, removedNodes }) =>
    type === 'characterData' ||
    (removedNodes.length > 0 && [...addedNodes, ...removedNodes].every((node) => nodeType(node) === 3));
  const grows = ({ type, target, addedNodes }) => {
    const written = type === 'characterData' ? [target] : [...addedNodes];
    const length = written.reduce((sum, { data }) => sum + data.length, 0);
    if (length <= (longest.get(target) ?? 0) + MIN_GROWTH) return false;
    longest.set(target, length);
    return true;
  };
  // A clock changes its text over and over, a text that is being written grows.
  const counts = (record) => {
    const { target } = record;
    const parent = parentOf(target);
    if (UNSEEN.has(upperName(target)) || (parent && UNSEEN.has(upperName(parent)))) return false;
    if (isText(record)) return grows(record) || !isTicker(target, MAX_TEXT_CHANGES);
    if (target === bodyOf(document)) return true;
    // one thing in the place of another, over and over: slides
    const isSwap = record.removedNodes.length > 0 && record.addedNodes.length > 0;
    return !isTicker(target, isSwap ? MAX_SWAPS : MAX_CHILD_CHANGES);
  };
  const observer = new MutationObserver((records) => {
    let isChange = false;
    for (const record of records) if (counts(record)) isChange = true;
    if (isChange) lastChange = performance.now();
  });
  const watch = (root) => {
    if (roots.has(root)) return false;
    roots.add(root);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    return true;
  };
  watch(document);
  const isBig = (element) => {
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    return width * height >= BIG_PICTURE;
  };
  const look = () => {
    let chars = 0, text = '', left = MAX_LOOKED_AT;
    const body = bodyOf(document);
    const stack = body ? [body] : [];
    while (stack.length > 0 && left-- > 0) {
      const node = stack.pop(), type = nodeType(node);
      if (type === 3) {
        if (chars >= MANY_CHARS) continue;
        const words = node.data.trim();
        chars += words.length;
        text += words + ' ';
        continue;
      }
      const name = upperName(node);
      if ((type !== 1 && type !== 11) || UNSEEN.has(name)) continue;
      const root = type === 1 ? openRootOf(node) : null;
      if (root) {
        if (watch(root)) lastChange = performance.now();
        stack.push(root);
      }
      if (chars < MANY_CHARS && /^(?:IMG|VIDEO|CANVAS|SVG|I?FRAME)$/.test(name) && isBig(node)) chars += MANY_CHARS;
      for (let child = lastChildOf(node); child; child = previousOf(child)) stack.push(child);
    }
    return { chars, text };
  };
  const isSeen = (element) => Element.prototype.getBoundingClientRect.call(element).height > 0 && Element.prototype.checkVisibility.call(element);
  const isBusy = () => [...Document.prototype.querySelectorAll.call(document, BUSY)].slice(0, 20).some(isSeen);
  globalThis.weObserves = false;
  document.addEventListener('${OBSERVES}', () => { globalThis.weObserves = true; });
  let defers = false;
  document.addEventListener('${DEFERS}', () => { defers = true; });
  const hasFrames = () => Document.prototype.querySelector.call(document, 'iframe, frame, object, embed') !== null;
  const isLoaded = () => readyStateOf(document) === 'complete';
  globalThis.weProbe = () => {
    const { chars, text } = look();
    const isWaiting = (chars < MANY_CHARS && WAITING.test(text)) || isBusy();
    return {
      isShell: chars < SHELL_CHARS || isWaiting,
      isInert: chars > 0 && !isWaiting && !defers && isLoaded() && !hasFrames(),
      quietMs: performance.now() - lastChange,
    };
  };
})()`;
