import { create } from 'zustand';

interface ProjectMode {
  /** The project that the shell is in; null in the corporation-wide view. */
  projectId: number | null;
  /** What the account may do in it beyond what it may everywhere. */
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
