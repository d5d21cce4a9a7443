import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { useKept } from './kept.js';

export type Theme = 'light' | 'dark';

export const ThemeContext = createContext<Theme>('light');

export const useTheme = (): Theme => useContext(ThemeContext);

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)');

/** Selected theme; the default is the setting of the system. */
export function useThemeState(): { readonly theme: Theme; choose(theme: Theme): void } {
  const [chosen, choose] = useKept<Theme | null>('theme', null);
  const [system, setSystem] = useState<Theme>(darkSystem().matches ? 'dark' : 'light');
  useEffect(() => {
    const query = darkSystem();
    const update = () => setSystem(query.matches ? 'dark' : 'light');
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  const theme = chosen ?? system;
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return { theme, choose };
}
