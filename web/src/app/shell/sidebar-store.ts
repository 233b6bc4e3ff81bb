import { create } from 'zustand';

const key = 'plumbline.sidebar';

interface Kept {
  /** Collapsed on ordinary pages. */
  normal: boolean;
  /** Collapsed on data pages, which start collapsed. */
  wide: boolean;
}

function read(): Kept {
  try {
    return { normal: false, wide: true, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>) };
  } catch {
    return { normal: false, wide: true };
  }
}

interface SidebarState {
  collapsed: Kept;
  toggle: (kind: keyof Kept) => void;
}

/** Whether the sidebar is collapsed to icons, stored in this browser. */
export const useSidebar = create<SidebarState>()((set, get) => ({
  collapsed: read(),
  toggle: (kind) => {
    const collapsed = { ...get().collapsed, [kind]: !get().collapsed[kind] };
    localStorage.setItem(key, JSON.stringify(collapsed));
    set({ collapsed });
  },
}));
