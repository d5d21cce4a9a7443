import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ApiAccess } from '../api/api-client.js';

export interface AccessState extends ApiAccess {
  setKey(key: string): void;
  /** Brings the field for the key to the reader. */
  askForKey(): void;
}

export const Access = createContext<AccessState>({
  base: '/',
  key: '',
  setKey: () => undefined,
  askForKey: () => undefined,
});

export const useAccess = (): AccessState => useContext(Access);

/** Absolute URL from a meta element of the page. */
export function metaOf(name: string): string {
  const content =
    document.querySelector<HTMLMetaElement>(`meta[name="web-extract-${name}"]`)?.content ?? './';
  return new URL(content, location.href).href;
}
