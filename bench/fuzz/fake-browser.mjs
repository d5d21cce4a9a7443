// A program that speaks the DevTools protocol over its pipes, as the options of the demo name it. Its answers have the form that the
// browser's have; some of them are mutated. FUZZ_SEED stands in its last argument.
import { createReadStream, createWriteStream } from 'node:fs';
import { Random } from './random.mjs';
import { anyValue } from './values.mjs';

const random = new Random(Number(process.argv[2]) + process.pid);
const output = createWriteStream('', { fd: 4 });
let objects = 0;

const HTML =
  '<html><head><title>T</title></head><body><p>A page of a browser that is none.</p></body></html>';
const PAGE = { html: HTML, isCut: false, url: 'http://127.0.0.1/page', hasFrames: false, hosts: 0 };
const remote = () => ({ type: 'object', objectId: `o${++objects}` });
const call = ({ returnByValue, functionDeclaration = '' }) => {
  if (!returnByValue) return { result: remote() };
  if (functionDeclaration.includes('.head'))
    return { result: { value: { type: 'object', parts: 1, fault: null } } };
  if (functionDeclaration.includes('.part')) return { result: { value: '{"a":1}' } };
  return { result: { value: random.pick([{ x: 1, y: 1 }, 1, true, null, '']) } };
};
const evaluated = ({ returnByValue, expression = '' }) => {
  if (/weSerialize|weFindHosts/.test(expression)) return { result: { type: 'object', value: PAGE } };
  if (returnByValue) return { result: { type: 'number', value: random.pick([0, 1, 300, null, {}]) } };
  return { result: random.chance(0.5) ? remote() : { type: 'string', value: 'x' } };
};
const ANSWERS = {
  'Browser.getVersion': () => ({ product: 'Chrome/1' }),
  'Target.createBrowserContext': () => ({ browserContextId: `c${++objects}` }),
  'Target.createTarget': () => ({ targetId: `t${++objects}` }),
  'Target.attachToTarget': () => ({ sessionId: `s${++objects}` }),
  'Page.createIsolatedWorld': () => ({ executionContextId: ++objects }),
  'Page.getFrameTree': () => ({ frameTree: { frame: { id: 'f' }, childFrames: [] } }),
  'Page.getLayoutMetrics': () => ({
    cssContentSize: { height: 900 },
    cssVisualViewport: { clientWidth: 800, clientHeight: 600 },
  }),
  'Page.captureScreenshot': () => ({ data: 'AAAA' }),
  'Page.printToPDF': () => ({ stream: '1' }),
  'Page.navigate': () => ({ frameId: 'f', loaderId: 'l' }),
  'IO.read': () => ({ data: 'JVBERi0=', base64Encoded: true, eof: random.chance(0.9) }),
  'Runtime.evaluate': evaluated,
  'Runtime.awaitPromise': evaluated,
  'Runtime.callFunctionOn': call,
};
const EVENTS = [
  'Page.frameNavigated', 'Page.loadEventFired', 'Page.lifecycleEvent', 'Network.requestWillBeSent', 'Network.responseReceived', 'Network.loadingFinished',
  'Fetch.requestPaused', 'Fetch.authRequired', 'Page.javascriptDialogOpening', 'Inspector.targetCrashed', 'Target.targetCreated', 'Page.frameDetached', 'X.y',
]; // prettier-ignore

const write = (message) =>
  output.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\0`);

/** A copy in which one field of the answer, or the answer itself, is another value. */
function changed(answer) {
  if (random.chance(0.3) || typeof answer !== 'object' || answer === null) return anyValue(random);
  const names = Object.keys(answer);
  if (names.length === 0) return { [random.pick(['result', 'value', 'data'])]: anyValue(random) };
  const name = random.pick(names);
  return { ...answer, [name]: changed(answer[name]) };
}

function answer({ id, method, params, sessionId }) {
  const session = sessionId === undefined ? {} : { sessionId };
  if (random.chance(0.03)) write({ method: random.pick(EVENTS), params: anyValue(random), ...session });
  if (method === 'Page.navigate') {
    const frame = { id: 'f', loaderId: 'l', url: 'http://127.0.0.1/page' };
    write({
      method: 'Page.frameNavigated',
      params: random.chance(0.9) ? { frame } : changed({ frame }),
      ...session,
    });
    write({ method: 'Page.loadEventFired', params: {}, ...session });
  }
  const isOfPage = sessionId !== undefined;
  if (isOfPage && random.chance(0.002)) return; // no answer
  if (isOfPage && random.chance(0.01))
    return write({
      id,
      error: random.chance(0.5) ? { code: 1, message: 'no' } : anyValue(random),
      ...session,
    });
  if (isOfPage && random.chance(0.001)) return write(random.pick(['no JSON', 'null', '[]', '"x"', '']));
  const result = ANSWERS[method]?.(params) ?? {};
  write({ id, result: isOfPage && random.chance(0.04) ? changed(result) : result, ...session });
  if (method === 'Browser.close') process.exit();
}

let rest = '';
createReadStream('', { fd: 3 })
  .on('data', (chunk) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop();
    for (const message of messages) answer(JSON.parse(message));
  })
  .on('end', () => process.exit());
