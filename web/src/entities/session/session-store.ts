import { create } from 'zustand';
import { registerSignedIn } from '@/api/signed-in';
import type { Brand, Helping, LicenseState, User } from '@/api/types';

export interface Session {
  token: string;
  /** The account that is signed in. */
  user: User;
  /** Permissions held anywhere, as View:Project, Create:Device …; each project lists its own. */
  permissions: string[];
  isSimplePwd: boolean;
  /** The corporation requires a second factor that is not set up: nothing else works. */
  mustEnrol?: boolean | undefined;
  privateDeployment: boolean;
  /** License state of a private deployment. */
  licenseState?: LicenseState | undefined;
  /** The corporation's brand. */
  brand?: Brand | undefined;
  /** The corporation in which a platform operator helps. */
  helping?: Helping | undefined;
}

const key = 'plumbline.session';
/** The operator's own session while they work inside a corporation. */
const outsideKey = 'plumbline.operator';

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
  /** Set when the server reports an expired token; the shell then asks to sign in again. */
  expired: boolean;
  signIn: (session: Session, remember: boolean) => void;
  /** Updates the account; the token stays. */
  update: (change: Partial<Omit<Session, 'token'>>) => void;
  /** Replaces the token in the storage that has the session. */
  renew: (token: string, change: Partial<Omit<Session, 'token'>>) => void;
  expire: () => void;
  signOut: () => void;
  /** Sets the operator's session aside and uses one inside a corporation. */
  enterHelp: (inside: Session) => void;
  /** Restores the operator's own session; returns false if there is none. */
  leaveHelp: () => boolean;
}

function storageInUse(): Storage {
  return localStorage.getItem(key) ? localStorage : sessionStorage;
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
    storageInUse().setItem(key, JSON.stringify(next));
    set({ session: next });
  },
  renew: (token, change) => {
    const { session } = get();
    if (!session) return;
    const next = { ...session, ...change, token };
    storageInUse().setItem(key, JSON.stringify(next));
    set({ session: next });
  },
  expire: () => {
    if (get().session) set({ expired: true });
  },
  signOut: () => {
    for (const storage of [sessionStorage, localStorage]) {
      storage.removeItem(key);
      storage.removeItem(outsideKey);
    }
    set({ session: null, expired: false });
  },
  enterHelp: (inside) => {
    const storage = storageInUse();
    storage.setItem(outsideKey, JSON.stringify(get().session));
    storage.setItem(key, JSON.stringify(inside));
    set({ session: inside, expired: false });
  },
  leaveHelp: () => {
    const storage = storageInUse();
    const outside = storage.getItem(outsideKey);
    if (!outside) return false;
    storage.removeItem(outsideKey);
    storage.setItem(key, outside);
    set({ session: JSON.parse(outside) as Session, expired: false });
    return true;
  },
}));

export const useSession = (): Session | null => useSessionStore((state) => state.session);

registerSignedIn({
  token: () => useSessionStore.getState().session?.token,
  expire: () => useSessionStore.getState().expire(),
  requireFactor: () => useSessionStore.getState().update({ mustEnrol: true }),
});
