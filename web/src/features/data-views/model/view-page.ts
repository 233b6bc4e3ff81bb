import { createContext, useContext } from 'react';
import type { PageSlug } from './types';

/** The page around a view: presets are offered for its view and type of device. A panel of a board has none. */
export interface ViewPage {
  projectId: number;
  slug: PageSlug;
  /** Category of the point: the code of its device type, or Composite, Artificial, Virtual. */
  deviceType: string;
}

export const ViewPageContext = createContext<ViewPage | null>(null);

export const useViewPage = () => useContext(ViewPageContext);
