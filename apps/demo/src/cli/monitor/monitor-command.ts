import type { Invocation } from '../command';
import type { CheckAnswer } from './monitor-answers';
import { MonitorsApi } from './monitors-api';
import { withServer } from './server-options';

/** Begins the help of each command. */
export const USAGE = 'Usage: nestjs-web-extract monitor';

/** Runs work with the monitors of the server. */
export const monitorsOf = <T>(
  invocation: Invocation,
  work: (monitors: MonitorsApi) => Promise<T>,
): Promise<T> => withServer(invocation, (api, signal) => work(new MonitorsApi(api, signal)));

/** Prints a response as JSON with `--json`, otherwise as text. */
export async function say({ values, terminal }: Invocation, data: unknown, text: string): Promise<void> {
  await terminal.print(values['json'] ? `${JSON.stringify(data, null, 2)}\n` : text);
}

/** Exit code 1 for a check that read no page. */
export const exitCodeOf = ({ status }: CheckAnswer): number => (status === 'failed' ? 1 : 0);
