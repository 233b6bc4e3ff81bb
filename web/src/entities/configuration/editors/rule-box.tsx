import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './editors.module.css';

interface Props {
  head: ReactNode;
  onRemove: () => void;
  children: ReactNode;
}

/** One of several rules: its heading, its remove button and its fields. */
export function RuleBox({ head, onRemove, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.rule}>
      <div className={styles.ruleHead}>
        {head}
        <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t('action.delete')} onClick={onRemove} />
      </div>
      {children}
    </div>
  );
}
