import assert from 'node:assert/strict';
import type { TextRecognitionRequest } from '../../model/page/document.js';
import type { DocumentTextRecognizer } from '../../ports/document-text-recognizer.port.js';
import type { ContractCase } from './fetcher.contract.js';

/** A file that the recognizer under test can read, with one word on each page. */
export interface RecognizableFile extends Pick<TextRecognitionRequest, 'bytes' | 'mediaType'> {
  /** The word on each page, in page order: at least two pages. */
  readonly words: readonly string[];
}

/** Contract cases of `DocumentTextRecognizer`. */
export const textRecognizerContract = (
  file: RecognizableFile,
): readonly ContractCase<DocumentTextRecognizer>[] => {
  const ask = (recognizer: DocumentTextRecognizer, pages: readonly number[], signal = never()) =>
    recognizer.recognize({ ...file, bytes: new Uint8Array(file.bytes), pages }, signal);
  return [
    {
      name: 'gives the text of each page asked for, under its number',
      run: async (recognizer) => {
        const pages = file.words.map((_, at) => at + 1);
        const answer = await ask(recognizer, pages);
        for (const page of pages) {
          const text = answer.find((one) => one.page === page)?.text ?? '';
          assert.ok(text.includes(file.words[page - 1]!), `page ${page}: ${text}`);
        }
      },
    },
    {
      name: 'counts pages from 1, whichever are asked for',
      run: async (recognizer) => {
        const answer = await ask(recognizer, [2]);
        assert.ok(answer.find(({ page }) => page === 2)?.text.includes(file.words[1]!));
      },
    },
    {
      name: 'answers several callers side by side',
      run: async (recognizer) => {
        const answers = await Promise.all([ask(recognizer, [1]), ask(recognizer, [2])]);
        assert.ok(answers[0].some(({ text }) => text.includes(file.words[0]!)));
        assert.ok(answers[1].some(({ text }) => text.includes(file.words[1]!)));
      },
    },
    {
      name: 'comes to an end when the signal fires',
      run: async (recognizer) => {
        await ask(recognizer, [1], AbortSignal.abort(new Error('enough'))).catch(() => []);
      },
    },
  ];
};

const never = () => new AbortController().signal;
