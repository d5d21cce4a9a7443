import type { CdpSession } from '../browser/cdp-pipe.js';
import { ActionFailure, type Act } from './action.js';
import { textOption } from './options.js';

interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly objectId?: string;
}

interface Evaluated {
  readonly result: RemoteObject;
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string; readonly value?: unknown };
  };
}

/** Longest value as JSON. */
const MAX_CHARS = 5_000_000;

/** The value as JSON, or how long that would be: what is too long is not sent. */
const WRITE = `function () { const json = JSON.stringify(this); return json?.length > ${MAX_CHARS} ? json.length : json; }`;

/** Runs a script in the page's own world as its console would: the value of its last statement, waited for. */
export const executeJavascript: Act = async ({ lane: { session }, budget, results }, action) => {
  const script = textOption(action, 'script');
  const evaluate = (expression: string) =>
    session.send<Evaluated>(
      'Runtime.evaluate',
      { expression, replMode: true, awaitPromise: true, userGesture: true },
      budget.leftMs,
    );
  let evaluated = await evaluate(script);
  // the body of a function, as other services take it
  if (messageOf(evaluated)?.includes('Illegal return'))
    evaluated = await evaluate(`(async () => {${script}\n})()`);
  refuseException(evaluated);
  const { result } = evaluated;
  const value = result.subtype === 'promise' ? await awaited(session, result, budget.leftMs) : result;
  results.javascriptReturns.push(await described(session, value));
};

/** A promise as the value of a script is not waited for by the browser. */
async function awaited(
  session: CdpSession,
  { objectId }: RemoteObject,
  timeoutMs: number,
): Promise<RemoteObject> {
  const evaluated = await session.send<Evaluated>(
    'Runtime.awaitPromise',
    { promiseObjectId: objectId },
    timeoutMs,
  );
  refuseException(evaluated);
  return evaluated.result;
}

async function described(
  session: CdpSession,
  object: RemoteObject,
): Promise<{ type: string; value: unknown }> {
  const { type, subtype, objectId } = object;
  if (subtype === 'null') return { type: 'null', value: null };
  if (objectId === undefined) return { type, value: plain(object) };
  if (type !== 'object') return { type, value: null };
  const { result, exceptionDetails } = await session.send<Evaluated>('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: WRITE,
    returnByValue: true,
  });
  if (typeof result.value === 'number') throw tooLong();
  const json = exceptionDetails === undefined && typeof result.value === 'string' ? result.value : 'null';
  return { type, value: JSON.parse(json) as unknown };
}

/** What JSON has no word for (NaN, a big integer) is written out. */
function plain({ value, unserializableValue }: RemoteObject): unknown {
  if (typeof value === 'string' && value.length > MAX_CHARS) throw tooLong();
  return value ?? unserializableValue?.replace(/n$/, '') ?? null;
}

function refuseException(evaluated: Evaluated): void {
  const message = messageOf(evaluated);
  if (message !== null) throw new ActionFailure(`threw ${message}`);
}

/** The first line: what follows are places in the code. */
function messageOf({ exceptionDetails }: Evaluated): string | null {
  if (!exceptionDetails) return null;
  const { exception, text } = exceptionDetails;
  const message = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  return (message.split('\n', 1)[0] ?? '').slice(0, 300);
}

function tooLong(): ActionFailure {
  return new ActionFailure(`gave a value of more than ${MAX_CHARS} characters`);
}
