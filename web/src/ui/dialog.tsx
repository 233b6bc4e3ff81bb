import { Modal, type ModalProps } from 'antd';
import { type RefObject, useEffect, useRef } from 'react';
import { firstControl } from './first-control';

/** Focuses as soon as the dialog opens, so that keys typed during the animation go to it. */
function Begin({ open, panel }: { open: boolean | undefined; panel: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    if (!open) return;
    // The panel is in the page only after its content is rendered.
    const frame = requestAnimationFrame(() => focusFirst(panel.current));
    return () => cancelAnimationFrame(frame);
  }, [open, panel]);
  return null;
}

/** Does nothing if a control inside already has the focus. */
function focusFirst(panel: HTMLElement | null) {
  const held = document.activeElement;
  const kept = panel?.contains(held) && held !== panel && !held?.matches('.ant-modal-close');
  if (panel && !kept) firstControl(panel)?.focus({ preventScroll: true });
}

/** The dialog of all pages: it opens with the focus on its first field or its main button, never on the close button. */
export function Dialog({ children, afterOpenChange, ...rest }: Omit<ModalProps, 'panelRef'>) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Modal
      {...rest}
      panelRef={panel}
      // Without animation it becomes visible only now.
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
