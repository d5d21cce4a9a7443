import { useState } from 'preact/hooks';
import type { useForm } from './use-form.js';

/** Input of a form that takes a URL or files. */
export interface Source {
  readonly url: string;
  readonly files: readonly File[];
  readonly isEmpty: boolean;
  setUrl(url: string): void;
  setFiles(files: readonly File[]): void;
}

/** URL or files to process: the last input replaces the other one. */
export function useSource({ set, text }: Pick<ReturnType<typeof useForm>, 'set' | 'text'>): Source {
  const [files, setFiles] = useState<readonly File[]>([]);
  const url = text('url');
  return {
    url,
    files,
    isEmpty: files.length === 0 && url.trim() === '',
    setUrl: (next) => {
      setFiles([]);
      set('url', next);
    },
    setFiles: (next) => {
      setFiles(next);
      if (next.length > 0) set('url', '');
    },
  };
}
