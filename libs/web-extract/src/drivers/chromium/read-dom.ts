/**
 * Runs in the world of WATCH_DOM: `weSerialize(maxChars, isFrame)` writes the document as HTML, with what stands in open shadow roots
 * and in frames (as given to `weFrames` before) in its place. Gives the text and whether it was cut.
 */
export const READ_DOM = `(() => {
  if (globalThis.weSerialize) return;
  const LONGEST_MS = 3000;
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
  const RAW = new Set('script style xmp iframe noembed noframes plaintext noscript'.split(' '));
  const XHTML = 'http://www.w3.org/1999/xhtml';
  const frames = (globalThis.weFrames = new Map());
  const text = (value) => value.replace(/&/g, '&amp;').replace(/\\u00a0/g, '&nbsp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = (value) => value.replace(/&/g, '&amp;').replace(/\\u00a0/g, '&nbsp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  const absolute = (value) => {
    try { return new URL(value, document.baseURI).href; } catch { return value; }
  };
  const childrenOf = (element, name) => {
    if (element.shadowRoot) return element.shadowRoot.childNodes;
    if (name === 'slot' && element.getRootNode() instanceof ShadowRoot) {
      const given = element.assignedNodes();
      return given.length > 0 ? given : element.childNodes;
    }
    return name === 'template' && element.content ? element.content.childNodes : element.childNodes;
  };
  globalThis.weSerialize = (maxChars, isFrame) => {
    const until = performance.now() + LONGEST_MS;
    const out = [];
    let length = 0, isCut = false, steps = 0;
    const write = (part) => { out.push(part); length += part.length; };
    const open = (element, name) => {
      let tag = '<' + name;
      for (const { name: attribute, value } of element.attributes) {
        const isAddress = isFrame && (attribute === 'href' || attribute === 'src') && !value.startsWith('#');
        tag += ' ' + attribute + '="' + quoted(isAddress ? absolute(value) : value) + '"';
      }
      write(tag + '>');
    };
    // An entry is a node to write, or a text to write as it is.
    const stack = [];
    const push = (nodes) => { for (let at = nodes.length - 1; at >= 0; at--) stack.push(nodes[at]); };
    if (isFrame) push(document.body ? document.body.childNodes : document.childNodes);
    else {
      if (document.doctype) write('<!DOCTYPE html>');
      push([...document.childNodes].filter((node) => node.nodeType === 1));
    }
    while (stack.length > 0) {
      if (length > maxChars || ((++steps & 255) === 0 && performance.now() > until)) {
        isCut = true;
        // what is open is closed
        for (const entry of stack.reverse()) if (typeof entry === 'string') out.push(entry);
        break;
      }
      const node = stack.pop();
      if (typeof node === 'string') write(node);
      else if (node.nodeType === 3 || node.nodeType === 4) {
        const parent = node.parentNode?.nodeName?.toLowerCase();
        write(RAW.has(parent) && node.parentNode.namespaceURI === XHTML ? node.data : text(node.data));
      } else if (node.nodeType === 1) {
        const name = node.namespaceURI === XHTML ? node.localName : node.nodeName;
        // scripts ran: what is for readers without them is nothing but the twins of pictures
        if (name === 'noscript' && !node.textContent.includes('<img')) continue;
        open(node, name);
        if (VOID.has(name)) continue;
        stack.push('</' + name + '>');
        if (name === 'iframe' || name === 'frame') {
          const frame = frames.get(node);
          if (frame !== undefined) {
            stack.pop();
            write('</' + name + '><div>' + frame + '</div>');
          }
        } else push(childrenOf(node, name));
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
  globalThis.weScrollThrough = async (most) => {
    if (!document.querySelector(LATE)) return 0;
    const { scrollX, scrollY, innerHeight } = window;
    let screens = 0;
    const height = () => document.scrollingElement?.scrollHeight ?? 0;
    for (let top = 0; top < height() && screens < most; top += innerHeight, screens++) {
      window.scrollTo({ left: 0, top, behavior: 'instant' });
      if (screens > 0) await painted();
    }
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    return screens;
  };
  globalThis.weHasFrames = () => window.length > 0 || document.querySelector('iframe, frame') !== null;
  globalThis.weIsSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 100 && height >= 50 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
})()`;
