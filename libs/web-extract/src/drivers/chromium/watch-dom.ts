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
  const openRootOf = getter(Element, 'shadowRoot'), bodyOf = getter(Document, 'body');
  const upperName = (node) => nodeName(node).toUpperCase();
`;

/**
 * Runs in every document before its own scripts, in a world of its own: the page can neither see nor change it. Watches what the
 * page does to its content.
 *
 * `weProbe(enough)` tells how long the content has been quiet, and how many characters a reader would find, counted up to `enough`.
 */
export const WATCH_DOM = `(() => {
  if (globalThis.weProbe) return;
  ${SAFE_ACCESS}
  const MAX_TEXT_CHANGES = 3, MAX_CHILD_CHANGES = 40, MAX_LOOKED_AT = 20000, MIN_GROWTH = 10, BIG_PICTURE = 40000;
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
    return target === bodyOf(document) || !isTicker(target, MAX_CHILD_CHANGES);
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
  const look = (enough) => {
    let chars = 0, left = MAX_LOOKED_AT;
    const body = bodyOf(document);
    const stack = body ? [body] : [];
    while (stack.length > 0 && left-- > 0) {
      const node = stack.pop(), type = nodeType(node);
      if (type === 3) {
        if (chars < enough) chars += node.data.trim().length;
        continue;
      }
      const name = upperName(node);
      if ((type !== 1 && type !== 11) || UNSEEN.has(name)) continue;
      const root = type === 1 ? openRootOf(node) : null;
      if (root) {
        if (watch(root)) lastChange = performance.now();
        stack.push(root);
      }
      if (chars < enough && /^(?:IMG|VIDEO|CANVAS|SVG|I?FRAME)$/.test(name) && isBig(node)) chars += enough;
      for (let child = lastChildOf(node); child; child = previousOf(child)) stack.push(child);
    }
    return Math.min(chars, enough);
  };
  globalThis.weProbe = (enough) => {
    const chars = look(enough);
    return { chars, quietMs: performance.now() - lastChange, isLoaded: getter(Document, 'readyState')(document) !== 'loading' };
  };
})()`;

/** Runs in every document before its own scripts, in the page's world: takes away what could send datagrams past the proxy. */
export const CLOSE_WAYS_OUT = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'WebSocketStream']) {
    try { delete globalThis[name]; } catch {}
  }
})()`;
