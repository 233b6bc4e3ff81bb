import { Pagination } from 'antd';
import styles from './configuration.module.css';
import { pageSize } from './queries';

interface Props {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** The pages of a list of the bulk tabs; nothing where one page holds all. */
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
