import { useEffect, useState } from 'preact/hooks';
import { useKept } from '../state/kept.js';
import { Icon } from './icons.js';

type Theme = 'light' | 'dark';
const isDarkOutside = () => matchMedia('(prefers-color-scheme: dark)');

/** Light or dark: as the system is, until somebody chooses. */
export function ThemeButton() {
  const [chosen, choose] = useKept<Theme | null>('theme', null);
  const [outside, setOutside] = useState<Theme>(isDarkOutside().matches ? 'dark' : 'light');
  useEffect(() => {
    const query = isDarkOutside();
    const look = () => setOutside(query.matches ? 'dark' : 'light');
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  const theme = chosen ?? outside;
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="button button-bare"
      aria-label={`Use the ${other} colours`}
      onClick={() => choose(other)}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
