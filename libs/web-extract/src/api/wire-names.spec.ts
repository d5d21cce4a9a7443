import { InvalidRequestError, SiteError, type RequestProblem } from '../model/errors.js';
import { inWireNames } from './wire-names.js';

const NAMES = { includeSelectors: 'options.tags', 'extraction.schema': 'extract.schema' };

async function told(problem: RequestProblem): Promise<RequestProblem> {
  const failure = await inWireNames(NAMES, () => Promise.reject(new InvalidRequestError([problem]))).catch(
    (error: InvalidRequestError) => error,
  );
  return failure.problems[0]!;
}

describe('inWireNames', () => {
  it('hands on what the work gives', async () => {
    await expect(inWireNames(NAMES, async () => 7)).resolves.toBe(7);
  });

  it('tells problems by the names of the body, what is inside included', async () => {
    expect(await told({ path: ['includeSelectors', 2], message: '"p[" is none' })).toEqual({
      path: ['options', 'tags', 2],
      message: '"p[" is none',
    });
    expect(await told({ path: ['extraction', 'schema'], message: 'extraction.schema is odd' })).toEqual({
      path: ['extract', 'schema'],
      message: 'extract.schema is odd',
    });
  });

  it('leaves other fields alone, those that begin alike too', async () => {
    for (const path of [['url'], ['includeSelectorsToo'], ['extraction'], ['extraction', 'schemas'], []]) {
      expect(await told({ path, message: 'm' })).toEqual({ path, message: 'm' });
    }
  });

  it('leaves other failures alone', async () => {
    const failure = new SiteError('http://a.example/', 'why');
    await expect(inWireNames(NAMES, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
