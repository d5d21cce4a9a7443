/** An event of documents; who makes one by himself gets no more than a longer look. */
export const OBSERVES = 'web-extract:observes';

/** An event of documents whose scripts may change the page later. */
export const DEFERS = 'web-extract:defers';

/** Functions that scripts call to run again later, or to define elements: owner, name. Requests are counted as such. */
const DEFERRING: readonly (readonly [owner: string, name: string])[] = [
  ['globalThis', 'setTimeout'],
  ['globalThis', 'setInterval'],
  ['globalThis', 'requestAnimationFrame'],
  ['globalThis', 'requestIdleCallback'],
  ['globalThis', 'Worker'],
  ['globalThis', 'SharedWorker'],
  ['globalThis', 'WebSocket'],
  ['globalThis', 'MessageChannel'],
  ['globalThis.Scheduler?.prototype', 'postTask'],
  ['CustomElementRegistry.prototype', 'define'],
  ['WebAssembly', 'compile'],
  ['WebAssembly', 'instantiate'],
];

/**
 * Runs in every document before its own scripts, in the page's world. Reports to ours, once, when the page begins to observe what of it
 * is visible, and when its scripts do something that may change it later.
 */
export const NOTICE_SCRIPTS = `(() => {
  const report = (owner, name, type) => {
    const own = owner?.[name];
    if (typeof own !== 'function') return;
    const dispatch = document.dispatchEvent.bind(document, new Event(type));
    let isReported = false;
    const reported = (call) => (...given) => {
      if (!isReported) {
        isReported = true;
        try { dispatch(); } catch {}
      }
      return call(...given);
    };
    owner[name] = new Proxy(own, { apply: reported(Reflect.apply), construct: reported(Reflect.construct) });
  };
  report(IntersectionObserver.prototype, 'observe', '${OBSERVES}');
  ${DEFERRING.map(([owner, name]) => `report(${owner}, '${name}', '${DEFERS}');`).join(' ')}
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
