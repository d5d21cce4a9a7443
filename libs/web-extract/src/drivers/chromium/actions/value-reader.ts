import type { ActionResults } from '../../../model/page/page.js';
import { ScriptReturn } from '../../../model/page/script-return.js';
import type { CdpSession } from '../browser/cdp-pipe.js';
import { MAX_VALUE_CHARS, MAX_VALUE_NODES, type ValueHead } from '../page/read-value.js';
import { ActionFailure } from './action.js';

interface Called {
  readonly result: { readonly value?: unknown; readonly objectId?: string };
  readonly exceptionDetails?: object;
}

type Returned = ActionResults['javascriptReturns'][number];

/** JSON that is parsed at once. */
const PARSED_CHARS = 16 * 1024;

const FAULTS: Readonly<Record<string, string>> = {
  chars: `gave a value of more than ${MAX_VALUE_CHARS} characters`,
  nodes: `gave a value of more than ${MAX_VALUE_NODES} parts`,
  depth: 'gave a value that is nested too deeply',
};

/** Reads objects of a page as JSON text, in parts. */
export class ValueReader {
  /** @param objectGroup of the handles that the reader makes */
  constructor(
    private readonly session: CdpSession,
    private readonly objectGroup: string,
  ) {}

  /** @throws ActionFailure when the object exceeds a limit or cannot be read */
  async read(objectId: string): Promise<Returned> {
    const written = await this.call(objectId, 'function () { return weReadValue(this); }', false);
    if (written.objectId === undefined) throw unreadable();
    const { type, parts, fault } = (await this.call(written.objectId, 'function () { return this.head; }'))
      .value as ValueHead;
    if (fault !== null) throw new ActionFailure(FAULTS[fault] ?? FAULTS['chars']!);
    const json = await this.textOf(written.objectId, parts);
    return json.length > PARSED_CHARS
      ? new ScriptReturn(type, json)
      : { type, value: JSON.parse(json) as unknown };
  }

  private async textOf(objectId: string, parts: number): Promise<string> {
    const texts: string[] = [];
    for (let at = 0; at < parts; at++) {
      const { value } = await this.call(objectId, `function () { return this.part(${at}); }`);
      texts.push(String(value));
    }
    return texts.join('');
  }

  private async call(
    objectId: string,
    functionDeclaration: string,
    returnByValue = true,
  ): Promise<Called['result']> {
    const { objectGroup } = this;
    const { result, exceptionDetails } = await this.session.send<Called>('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration,
      returnByValue,
      objectGroup,
    });
    if (exceptionDetails) throw unreadable();
    return result;
  }
}

const unreadable = (): ActionFailure => new ActionFailure('gave a value that cannot be read');
