import { SAFE_ACCESS } from './watch-dom.js';

/**
 * Runs in the world of WATCH_DOM: `weSerialize(maxChars, isFrame)` writes the document as HTML, with what stands in shadow roots (closed
 * ones as given to `weRoots` before) and in frames (as given to `weFrames`) in its place. Gives the text and whether it was cut.
 * `weFindHosts()` counts elements whose closed shadow roots are worth asking for, each once; they are in `weHosts` then.
 */
export const READ_DOM = `(() => {
  if (globalThis.weSerialize) return;
  ${SAFE_ACCESS}
  const namespaceOf = getter(Element, 'namespaceURI'), localNameOf = getter(Element, 'localName'), attributesOf = getter(Element, 'attributes');
  const baseOf = getter(Node, 'baseURI'), doctypeOf = getter(Document, 'doctype'), textOf = getter(Node, 'textContent');
  const find = (selector) => Document.prototype.querySelector.call(document, selector);
  const rectOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const MAX_HOSTS = 40;
  // What may have a shadow root, besides elements of names of their own.
  const HOSTS = new Set('ARTICLE ASIDE BLOCKQUOTE BODY DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN'.split(' '));
  const LONGEST_MS = 3000, MIN_CHARS_A_SCREEN = 200;
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
  const FRAMES = new Set('iframe object'.split(' '));
  // Nothing but frames may stand in a set of frames, and they have no content of their own.
  const namesOfTags = new Map([['FRAMESET', 'body'], ['FRAME', 'iframe']]);
  const RAW = new Set('script style xmp iframe noembed noframes plaintext noscript'.split(' '));
  const XHTML = 'http://www.w3.org/1999/xhtml';
  const frames = (globalThis.weFrames = new Map());
  const closedRoots = (globalThis.weRoots = new Map());
  const rootOf = (element) => openRootOf(element) ?? closedRoots.get(element) ?? null;
  const text = (value) => value.replace(/&/g, '&amp;').replace(/\\u00a0/g, '&nbsp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = (value) => value.replace(/&/g, '&amp;').replace(/\\u00a0/g, '&nbsp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  const absolute = (value) => {
    try { return new URL(value, baseOf(document)).href; } catch { return value; }
  };
  const childrenOf = (element, name) => {
    const root = rootOf(element);
    if (root) return childNodesOf(root);
    if (name === 'slot' && element.getRootNode() instanceof ShadowRoot) {
      const given = element.assignedNodes();
      return given.length > 0 ? given : childNodesOf(element);
    }
    return childNodesOf(name === 'template' && element.content ? element.content : element);
  };
  globalThis.weSerialize = (maxChars, isFrame) => {
    const until = performance.now() + LONGEST_MS;
    const out = [];
    let length = 0, isCut = false, steps = 0;
    const write = (part) => { out.push(part); length += part.length; };
    const within = (value) => {
      const left = Math.max(0, maxChars - length);
      if (value.length <= left) return value;
      isCut = true;
      return value.slice(0, left);
    };
    const open = (element, name) => {
      let tag = '<' + name;
      for (const { name: attribute, value } of attributesOf(element)) {
        const isAddress = isFrame && (attribute === 'href' || attribute === 'src') && !value.startsWith('#');
        tag += ' ' + attribute + '="' + quoted(within(isAddress ? absolute(value) : value)) + '"';
      }
      write(tag + '>');
    };
    // An entry is a node to write, or a text to write as it is.
    const stack = [];
    const push = (nodes) => { for (let at = nodes.length - 1; at >= 0; at--) stack.push(nodes[at]); };
    if (isFrame) push(childNodesOf(bodyOf(document) ?? document));
    else {
      if (doctypeOf(document)) write('<!DOCTYPE html>');
      push([...childNodesOf(document)].filter((node) => nodeType(node) === 1));
    }
    while (stack.length > 0) {
      if (isCut || length > maxChars || ((++steps & 255) === 0 && performance.now() > until)) {
        isCut = true;
        // what is open is closed
        for (const entry of stack.reverse()) if (typeof entry === 'string') out.push(entry);
        break;
      }
      const node = stack.pop();
      if (typeof node === 'string') {
        write(node);
        continue;
      }
      const type = nodeType(node);
      if (type === 3 || type === 4) {
        const parent = parentOf(node);
        const isRaw = parent && nodeType(parent) === 1 && namespaceOf(parent) === XHTML && RAW.has(localNameOf(parent));
        const data = within(node.data);
        write(isRaw ? data : text(data));
      } else if (type === 1) {
        const name = namesOfTags.get(nodeName(node)) ?? (namespaceOf(node) === XHTML ? localNameOf(node) : nodeName(node));
        // scripts ran: what is for readers without them is nothing but the twins of pictures
        if (name === 'noscript' && !textOf(node).includes('<img')) continue;
        open(node, name);
        if (VOID.has(name)) continue;
        stack.push('</' + name + '>');
        const frame = FRAMES.has(name) ? frames.get(node) : undefined;
        if (frame !== undefined) {
          stack.pop();
          write('</' + name + '><div>' + frame + '</div>');
        } else if (name !== 'iframe') push(childrenOf(node, name));
      }
    }
    return { html: out.join(''), isCut };
  };
  const painted = () => new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => { clearTimeout(timer); setTimeout(resolve, 0); });
  });
  // What is loaded, or shown, when it is scrolled to.
  const LATE = '[loading=lazy],[data-src],[data-srcset],[data-bg],[data-aos],[class*=lazy],[class*=reveal],[class*=fade],[class*=animat]';
  const heightOf = () => getter(Document, 'scrollingElement')(document)?.scrollHeight ?? 0;
  // A page that is long and looks out for what of it is seen, or that is nearly bare for its length, may have more to show.
  globalThis.weHidesMore = () => {
    const screens = heightOf() / innerHeight;
    if (screens < 1.2) return 0;
    const isBare = (textOf(bodyOf(document)) ?? '').length / screens < MIN_CHARS_A_SCREEN;
    return globalThis.weObserves || isBare ? heightOf() : 0;
  };
  globalThis.weHasLate = () => find(LATE) !== null;
  globalThis.weScrollThrough = async (most) => {
    const { scrollX, scrollY, innerHeight } = window;
    let screens = 0;
    for (let top = 0; top < heightOf() && screens < most; top += innerHeight, screens++) {
      window.scrollTo({ left: 0, top, behavior: 'instant' });
      // a page that is as high as its window does not scroll
      document.dispatchEvent(new Event('scroll', { bubbles: true }));
      await painted();
    }
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    return screens;
  };
  // A closed root cannot be seen from here: it is asked for where an element shows more than what stands in it.
  const mayHost = (element) => {
    if (rootOf(element) || namespaceOf(element) !== XHTML) return false;
    if (localNameOf(element).includes('-')) return true;
    return HOSTS.has(upperName(element)) && !textOf(element).trim() && !lastChildOf(element) && rectOf(element).height > 0;
  };
  const asked = new WeakSet();
  globalThis.weFindHosts = () => {
    const hosts = (globalThis.weHosts = []);
    const stack = [document, ...closedRoots.values()];
    for (let left = 20000; stack.length > 0 && left > 0 && hosts.length < MAX_HOSTS; left--) {
      const node = stack.pop();
      if (nodeType(node) === 1) {
        const root = openRootOf(node);
        if (root) stack.push(root);
        if (!asked.has(node) && mayHost(node)) hosts.push(node);
      }
      for (let child = lastChildOf(node); child; child = previousOf(child)) stack.push(child);
    }
    for (const host of hosts) asked.add(host);
    return hosts.length;
  };
  globalThis.weHasFrames = () => find('iframe, frame, object') !== null || window.length > 0;
  globalThis.weIsSeen = (element) => {
    const { width, height } = rectOf(element);
    return width >= 100 && height >= 50 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
})()`;
