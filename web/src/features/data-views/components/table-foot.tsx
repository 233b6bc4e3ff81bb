import { Button, Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { PanelEmpty } from '@/ui/states';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import type { ViewState } from '../model/view-state';
import styles from './reading-table.module.css';

/** Error code of a table that exceeds the server's limit. */
const spanTooLong = 3003;

/** isTooLong reports whether a range was refused because of its length. */
export function isTooLong(error: Error | null): boolean {
  return error instanceof ApiError && error.code === spanTooLong;
}

/** tableDays is the most days of a table: 7 for a point that is read once a second. */
export function tableDays(page: Page, point: PointState): number {
  return point.interval > 0 && point.interval <= 1 ? 7 : page.spanDays;
}

/** The shortcut of a range of so many days. */
function quickOf(days: number): '7d' | '30d' | '1y' {
  if (days >= 365) return '1y';
  return days >= 30 ? '30d' : '7d';
}

/** A table of this range is refused. */
export function SpanTooLong({ days, change }: { days: number; change: (change: Partial<ViewState>) => void }) {
  const { t } = useTranslation('data-views');
  return (
    <PanelEmpty
      title={t('table.span', { days })}
      hint={t('table.spanHint')}
      action={
        <Button type="primary" onClick={() => change({ range: { quick: quickOf(days) } })}>
          {t('table.spanAction', { days })}
        </Button>
      }
    />
  );
}

interface FootProps {
  total: number;
  current: number;
  pageSize: number;
  onPage: (page: number, size: number) => void;
}

const pageSizes = [20, 50, 100];

/** The number of readings and the pages. */
export function TableFoot({ total, current, pageSize, onPage }: FootProps) {
  const { t } = useTranslation('data-views');
  return (
    <div className={styles.foot}>
      <span>{t('table.total', { count: total })}</span>
      <Pagination
        current={current}
        pageSize={pageSize}
        total={total}
        pageSizeOptions={pageSizes}
        showSizeChanger
        onChange={onPage}
      />
    </div>
  );
}
