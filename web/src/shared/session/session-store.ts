import { create } from 'zustand';
import type { User } from '@/api/types';

export interface Session {
  token: string;
  /** The account that is signed in. */
  user: User;
  /** What may be done somewhere, as View:Project, Create:Device …; a project itself says what may be done in it. */
  permissions: string[];
  isSimplePwd: boolean;
  privateDeployment: boolean;
}

const key = 'plumbline.session';

function read(storage: Storage): Session | null {
  const text = storage.getItem(key);
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<Session>;
    if (kept.token && kept.user)
      return { isSimplePwd: false, permissions: [], privateDeployment: false, ...kept } as Session;
  } catch {
    // A damaged entry counts as signed out.
  }
  storage.removeItem(key);
  return null;
}

interface SessionState {
  session: Session | null;
  /** Set once when the server says that the token is over; the shell then asks to sign in again. */
  expired: boolean;
  signIn: (session: Session, remember: boolean) => void;
  /** Renews what is known of the account; the token stays. */
  update: (change: Partial<Omit<Session, 'token'>>) => void;
  expire: () => void;
  signOut: () => void;
}

export const useSessionStore = create<SessionState>()((set, get) => ({
  session: read(sessionStorage) ?? read(localStorage),
  expired: false,
  signIn: (session, remember) => {
    const [keep, clear] = remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
    clear.removeItem(key);
    keep.setItem(key, JSON.stringify(session));
    set({ session, expired: false });
  },
  update: (change) => {
    const { session } = get();
    if (!session) return;
    const next = { ...session, ...change };
    const storage = localStorage.getItem(key) ? localStorage : sessionStorage;
    storage.setItem(key, JSON.stringify(next));
    set({ session: next });
  },
  expire: () => {
    if (get().session) set({ expired: true });
  },
  signOut: () => {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
    set({ session: null, expired: false });
  },
}));

export const useSession = (): Session | null => useSessionStore((state) => state.session);
