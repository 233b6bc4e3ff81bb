/** What the client needs of the session: the token that calls carry, and what to do when the server refuses it. */
export interface SignedIn {
  token: () => string | undefined;
  /** The server says that the token is over. */
  expire: () => void;
  /** The corporation has come to require a second factor. */
  requireFactor: () => void;
}

/** Nobody, until the session store registers itself: the client is below it. */
let current: SignedIn = { token: () => undefined, expire: () => {}, requireFactor: () => {} };

export function registerSignedIn(session: SignedIn) {
  current = session;
}

export function signedIn(): SignedIn {
  return current;
}
