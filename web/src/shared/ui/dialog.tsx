import { Modal, type ModalProps } from 'antd';
import { type RefObject, useEffect, useRef } from 'react';
import { firstControl } from './first-control';

/** Keys typed while the dialog appears already belong to what it asks. */
function Begin({ open, panel }: { open: boolean | undefined; panel: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    if (!open) return;
    // Its panel is put into the page after its content was drawn.
    const frame = requestAnimationFrame(() => focusFirst(panel.current));
    return () => cancelAnimationFrame(frame);
  }, [open, panel]);
  return null;
}

/** Leaves the focus where a field has it already. */
function focusFirst(panel: HTMLElement | null) {
  const held = document.activeElement;
  const kept = panel?.contains(held) && held !== panel && !held?.matches('.ant-modal-close');
  if (panel && !kept) firstControl(panel)?.focus({ preventScroll: true });
}

/** The dialog of all pages: it opens with the focus on its first field, or on the button that decides, never on its x. */
export function Dialog({ children, afterOpenChange, ...rest }: Omit<ModalProps, 'panelRef'>) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Modal
      {...rest}
      panelRef={panel}
      // Without motion it is to be seen only now.
      afterOpenChange={(open) => {
        if (open) focusFirst(panel.current);
        afterOpenChange?.(open);
      }}
    >
      {children}
      <Begin open={rest.open} panel={panel} />
    </Modal>
  );
}
