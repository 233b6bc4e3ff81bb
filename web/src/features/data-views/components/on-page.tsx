import type { ReactNode } from 'react';
import { usePanelHost } from '../model/panel-host';

/** What a view shows only on its own page: a panel of a board has room for the chart alone. */
export function OnPage({ children }: { children: ReactNode }) {
  return usePanelHost() ? null : children;
}
