import { create } from 'zustand';
import { applyTheme, type ThemeName } from './tokens';

const key = 'plumbline.theme';

function stored(): ThemeName {
  return localStorage.getItem(key) === 'white' ? 'white' : 'default';
}

interface ThemeState {
  theme: ThemeName;
  /** Applies a theme at once and stores it in this browser. */
  setTheme: (theme: ThemeName) => void;
}

export const useThemeStore = create<ThemeState>()((set) => ({
  theme: stored(),
  setTheme: (theme) => {
    localStorage.setItem(key, theme);
    applyTheme(theme);
    set({ theme });
  },
}));

export const useTheme = (): ThemeName => useThemeStore((state) => state.theme);
