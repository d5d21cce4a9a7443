import type { ActionResults } from '../../../model/page/page.js';
import type { CdpSession } from '../browser/cdp-pipe.js';
import { MAX_VALUE_CHARS } from '../page/read-value.js';
import { ActionFailure, type Act } from './action.js';
import { textOption } from './options.js';
import { ValueReader } from './value-reader.js';

export interface RemoteObject {
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

type Returned = ActionResults['javascriptReturns'][number];

/** Bytes of one message: a string as the value of a script is sent at once, and parsed so. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
/** Handles of a script and of its value, released together. */
const OBJECTS = 'web-extract-value';

/** Runs a script in the page's own world as its console would: the value of its last statement, waited for. */
export const executeJavascript: Act = async ({ lane: { session }, budget, results }, action) => {
  const script = textOption(action, 'script');
  try {
    const object = await new Script(session, () => budget.leftMs).run(script);
    results.javascriptReturns.push(await returned(session, object));
  } finally {
    session.command('Runtime.releaseObjectGroup', { objectGroup: OBJECTS });
  }
};

class Script {
  constructor(
    private readonly session: CdpSession,
    private readonly leftMs: () => number,
  ) {}

  /** @throws ActionFailure with the error of the script */
  async run(script: string): Promise<RemoteObject> {
    let evaluated = await this.evaluate(script);
    // the body of a function, as other services take it
    if (messageOf(evaluated)?.includes('Illegal return'))
      evaluated = await this.evaluate(`(async () => {${script}\n})()`);
    const result = valueOf(evaluated);
    return result.subtype === 'promise' ? this.awaited(result) : result;
  }

  private evaluate(expression: string): Promise<Evaluated> {
    const how = { replMode: true, awaitPromise: true, userGesture: true, objectGroup: OBJECTS };
    return this.send('Runtime.evaluate', { expression, ...how });
  }

  /** A promise as the value of a script is not waited for by the browser. */
  private async awaited({ objectId }: RemoteObject): Promise<RemoteObject> {
    return valueOf(await this.send('Runtime.awaitPromise', { promiseObjectId: objectId }));
  }

  private send(method: string, params: object): Promise<Evaluated> {
    const bounds = { timeoutMs: this.leftMs(), maxBytes: MAX_MESSAGE_BYTES };
    return this.session.send<Evaluated>(method, params, bounds);
  }
}

async function returned(session: CdpSession, object: RemoteObject): Promise<Returned> {
  const { type, subtype, objectId } = object;
  if (subtype === 'null') return { type: 'null', value: null };
  if (objectId === undefined) return { type, value: plain(object) };
  if (type !== 'object') return { type, value: null };
  return new ValueReader(session, OBJECTS).read(objectId);
}

/** Writes values that JSON does not support (NaN, a big integer) as text. */
function plain({ value, unserializableValue }: RemoteObject): unknown {
  if (typeof value === 'string' && value.length > MAX_VALUE_CHARS)
    throw new ActionFailure(`gave a value of more than ${MAX_VALUE_CHARS} characters`);
  return value ?? unserializableValue?.replace(/n$/, '') ?? null;
}

function valueOf(evaluated: Evaluated): RemoteObject {
  const message = messageOf(evaluated);
  if (message !== null) throw new ActionFailure(`threw ${message}`);
  return evaluated.result;
}

/** The first line; the others are code locations. */
function messageOf({ exceptionDetails }: Evaluated): string | null {
  if (!exceptionDetails) return null;
  const { exception, text } = exceptionDetails;
  const message = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  return (message.split('\n', 1)[0] ?? '').slice(0, 300);
}
