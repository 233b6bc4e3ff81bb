import { Drawer, Input, Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { QueryPanel, type QueryState } from '@/ui/states';
import { useMedia, usePhone } from '@/ui/use-media';

interface ListAnswer {
  list: readonly unknown[];
  total: number;
}

interface Props<Answer extends ListAnswer> {
  query: QueryState<Answer> & { isFetching: boolean };
  /** Error text if the list cannot be loaded. */
  failure: string;
  empty: ReactNode;
  /** Rows of filters and of actions on selected entries. */
  head: ReactNode;
  /** The total in words; "entries" by default. */
  total?: (count: number) => string;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  /** The selected entry, next to the list; in a drawer if there is no room for both, full-screen on a phone. */
  detail: ReactNode;
  onClose: () => void;
  /** The table, or on a phone the cards, of one page of the list. */
  children: (answer: Answer) => ReactNode;
}

/**
 * A list page: filters on top, the scrolling list, total and pagination below, the details of one entry at the side.
 */
export function ListPage<Answer extends ListAnswer>({
  query,
  head,
  detail,
  onClose,
  children,
  ...rest
}: Props<Answer>) {
  const { t } = useTranslation();
  const phone = usePhone();
  const wide = useMedia('(min-width: 1280px)');
  const count = query.data?.total ?? 0;
  if (phone && detail) return detail;
  return (
    <div className={styles.page} data-detail={wide && detail ? 'open' : 'closed'}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={styles.column}>
          {head}
          <div className={styles.scroll}>
            <QueryPanel
              query={query}
              failure={rest.failure}
              rows={10}
              isEmpty={(answer) => answer.list.length === 0}
              empty={rest.empty}
            >
              {children}
            </QueryPanel>
          </div>
          <div className={styles.foot}>
            <span>{rest.total ? rest.total(count) : t('table.total', { total: count })}</span>
            {count > 0 && (
              <Pagination
                simple={phone}
                current={rest.page}
                pageSize={rest.pageSize}
                total={count}
                showSizeChanger={false}
                onChange={rest.onPage}
              />
            )}
          </div>
        </div>
      </Panel>
      {wide ? (
        detail
      ) : (
        <Drawer size={468} open={Boolean(detail)} closable={false} onClose={onClose} styles={{ body: { padding: 0 } }}>
          {detail}
        </Drawer>
      )}
    </div>
  );
}

/** A row above a list. Children after a Space are right-aligned. */
export function ListRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function Space() {
  return <span className={styles.space} />;
}

/** The selection of a list and the actions on all of it. */
export function ChosenRow({ children }: { children: ReactNode }) {
  return <div className={styles.chosen}>{children}</div>;
}

/** The search text of a list; applied on submit. */
export function ListSearch({
  text,
  label,
  onSearch,
}: {
  text: string;
  label: string;
  onSearch: (text: string) => void;
}) {
  return (
    <Input.Search
      key={text}
      allowClear
      className={styles.search ?? ''}
      placeholder={label}
      title={label}
      aria-label={label}
      defaultValue={text}
      onSearch={(wanted) => onSearch(wanted.trim())}
    />
  );
}
