import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '@/entities/permission/can';
import type { Permission } from '@/entities/permission/permission-rules';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import styles from './people.module.css';

interface Props {
  permission: Permission;
  label: string;
  /** The question, with the name of what is removed. */
  title: string;
  hint: string;
  removing: { isPending: boolean; error: Error | null; reset: () => void };
  onRemove: () => void;
}

/** The removal section of a detail, with the consequences and a confirmation. */
export function Removal({ permission, label, title, hint, removing, onRemove }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <Can any={[permission]}>
      <section className={styles.danger}>
        <p>{hint}</p>
        <Button danger onClick={() => setAsking(true)}>
          {label}
        </Button>
      </section>
      <Dialog
        open={asking}
        width={420}
        title={title}
        okText={label}
        okButtonProps={{ danger: true, loading: removing.isPending }}
        onCancel={() => {
          removing.reset();
          setAsking(false);
        }}
        onOk={onRemove}
      >
        <p>{hint}</p>
        <FormError error={removing.error ?? undefined} />
      </Dialog>
    </Can>
  );
}
