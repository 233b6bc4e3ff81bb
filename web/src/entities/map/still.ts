import { createContext, useContext } from 'react';

/** Whether maps and drawings are pictures only, without controls: on a wall. */
export const StillMaps = createContext(false);

export const useStillMaps = () => useContext(StillMaps);
