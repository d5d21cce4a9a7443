/** An event of documents; who makes one by himself gets no more than a longer look. */
export const OBSERVES = 'web-extract:observes';

/**
 * Runs in every document before its own scripts, in the page's world: tells ours when the page begins to look out for what of it is seen.
 */
export const NOTICE_OBSERVERS = `(() => {
  const { prototype } = IntersectionObserver;
  const tell = document.dispatchEvent.bind(document, new Event('${OBSERVES}'));
  prototype.observe = new Proxy(prototype.observe, {
    apply: (observe, observer, elements) => {
      try { tell(); } catch {}
      return Reflect.apply(observe, observer, elements);
    },
  });
})()`;

/** Runs in every document before its own scripts, in the page's world: takes away what could send datagrams past the proxy. */
export const CLOSE_WAYS_OUT = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'WebSocketStream']) {
    try { delete globalThis[name]; } catch {}
  }
})()`;

/**
 * Runs in every document before its own scripts, in the page's world. Of many workers at once the later ones do nothing: each has a thread,
 * and all of them together would leave none of the machine to the page. After some windows, which are closed at once, no more are opened.
 */
export const BOUND_FLOODS = `(() => {
  const MOST = 8, MOST_WINDOWS = 20;
  let windows = 0;
  globalThis.open = new Proxy(globalThis.open, {
    apply: (open, owner, given) => (++windows > MOST_WINDOWS ? null : Reflect.apply(open, owner, given)),
  });
  const { prototype } = Worker;
  const alive = new Set();
  globalThis.Worker = new Proxy(Worker, {
    construct: (target, given, asked) => {
      const worker = Reflect.construct(target, alive.size < MOST ? given : ['data:text/javascript,'], asked);
      if (alive.size < MOST) alive.add(worker);
      return worker;
    },
  });
  prototype.constructor = globalThis.Worker;
  prototype.terminate = new Proxy(prototype.terminate, {
    apply: (terminate, worker, none) => {
      alive.delete(worker);
      return Reflect.apply(terminate, worker, none);
    },
  });
})()`;
