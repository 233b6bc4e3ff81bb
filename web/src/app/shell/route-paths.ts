import { createContext, useContext } from 'react';

/** The paths that the router has pages for. A context, because the router itself draws the shell. */
export const RoutePaths = createContext<readonly string[]>([]);

export const useRoutePaths = (): readonly string[] => useContext(RoutePaths);
