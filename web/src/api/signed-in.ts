/** The session as the client sees it: the token to send, and what to do when the server refuses it. */
export interface SignedIn {
  token: () => string | undefined;
  /** Called when the server reports that the token has expired. */
  expire: () => void;
  /** Called when the corporation now requires a second factor. */
  requireFactor: () => void;
}

/** No account, until the session store registers itself: the client must not import the store. */
let current: SignedIn = { token: () => undefined, expire: () => {}, requireFactor: () => {} };

export function registerSignedIn(session: SignedIn) {
  current = session;
}

export function signedIn(): SignedIn {
  return current;
}
