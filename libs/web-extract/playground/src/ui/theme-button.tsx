import type { Theme } from '../state/theme.js';
import { Icon } from './icons.js';

interface ThemeButtonProps {
  readonly theme: Theme;
  readonly choose: (theme: Theme) => void;
}

/** Switches between the light and the dark theme. */
export function ThemeButton({ theme, choose }: ThemeButtonProps) {
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="button button-bare"
      aria-label={`Use ${other} theme`}
      onClick={() => choose(other)}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
