import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '@/entities/chart/chart-view';
import styles from './section-view.module.css';

interface Props {
  title: string;
  chart: RefObject<ChartHandle | null>;
  children?: ReactNode;
}

/** The heading of a second chart, with its own picture. */
export function SecondHead({ title, chart, children }: Props) {
  const { t } = useTranslation('sections');
  return (
    <div className={styles.head}>
      <h3>{title}</h3>
      {children}
      <Button
        type="text"
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        aria-label={t('savePicture', { title })}
        onClick={() => void chart.current?.savePicture()}
      />
    </div>
  );
}
