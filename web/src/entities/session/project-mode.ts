import { create } from 'zustand';

interface ProjectMode {
  /** The project that the shell is in; null in the corporation-wide view. */
  projectId: number | null;
  /** Permissions in this project in addition to those held everywhere. */
  permissions: string[];
  enter: (projectId: number, permissions: string[]) => void;
  leave: () => void;
}

/** Project mode: entered by an address that names a project, left by going home. */
export const useProjectMode = create<ProjectMode>()((set) => ({
  projectId: null,
  permissions: [],
  enter: (projectId, permissions) => set({ projectId, permissions }),
  leave: () => set({ projectId: null, permissions: [] }),
}));
