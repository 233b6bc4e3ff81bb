import type { ReactNode } from 'react';
import type { Permission } from './permission-rules';
import { useCan } from './permissions';

interface Props {
  /** Shows the children if the account holds at least one of these, as Update:Project. */
  any: Permission[];
  children: ReactNode;
}

/** Removes a control that the account could not use. */
export function Can({ any, children }: Props) {
  return useCan(...any) ? children : null;
}
