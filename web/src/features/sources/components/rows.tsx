import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../sources.module.css';

interface Props {
  name: (string | number)[];
  add: string;
  /** A new row. */
  empty?: object;
  children: (index: number) => ReactNode;
}

/** A list in the form: one line per entry, with buttons to add and delete. */
export function Rows({ name, add, empty = {}, children }: Props) {
  const { t } = useTranslation('sources');
  return (
    <Form.List name={name}>
      {(fields, { add: append, remove }) => (
        <div className={styles.rows}>
          {fields.map(({ key, name: index }) => (
            <div key={key} className={styles.line}>
              {children(index)}
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`${t('remove')} ${index + 1}`}
                onClick={() => remove(index)}
              />
            </div>
          ))}
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => append(empty)}>
            {add}
          </Button>
        </div>
      )}
    </Form.List>
  );
}
