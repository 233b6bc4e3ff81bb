import { Pagination } from 'antd';
import styles from './configuration.module.css';
import { pageSize } from './queries';

interface Props {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Pagination of a list in the bulk tabs; hidden if one page is enough. */
export function Pages({ page, total, onPage }: Props) {
  if (total <= pageSize) return null;
  return (
    <div className={styles.tools}>
      <span />
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        onChange={onPage}
      />
    </div>
  );
}
