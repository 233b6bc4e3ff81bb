import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, describeError } from '@/api/errors';
import { formatTime } from '@/ui/format/time';
import { Logo } from './logo';
import styles from './states.module.css';

interface SkeletonProps {
  /** Number of lines of the skeleton. */
  rows?: number;
}

/** The skeleton of a panel, after 150 ms so that a fast response never flashes. */
export function PanelSkeleton({ rows = 5 }: SkeletonProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} role="status" aria-label={t('state.loading')}>
      {shown &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <div key={row} className={styles.bar} data-short={row === 0 || row === rows - 1} />
        ))}
    </div>
  );
}

interface EmptyProps {
  /** What is missing. */
  title?: string | undefined;
  /** When it last existed, or why it does not. */
  hint?: ReactNode;
  /** One next step. */
  action?: ReactNode;
}

export function PanelEmpty({ title, hint, action }: EmptyProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.state}>
      <Logo size={32} />
      <p className={styles.title}>{title ?? t('state.empty')}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorProps {
  /** What failed. */
  title?: string | undefined;
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** What failed, why in plain words, and a retry button. */
export function PanelError({ title, error, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const [time] = useState(() => Date.now());
  const code = error instanceof ApiError ? (error.code ?? error.status) : undefined;
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title ?? t('state.failed')}</p>
      <p className={styles.hint}>{error instanceof ApiError ? error.message : describeError(error)}</p>
      {code !== undefined && (
        <p className={styles.small}>{t('state.errorLine', { code, time: formatTime(time, undefined, 'full') })}</p>
      )}
      {onRetry && (
        <div className={styles.action}>
          <Button type="primary" icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface NoPermissionProps {
  /** The missing pair, as View:Alert. */
  permission: string;
  action?: ReactNode;
}

export function NoPermission({ permission, action }: NoPermissionProps) {
  const { t } = useTranslation();
  const [verb = '', scope = ''] = permission.split(':');
  const name = `${t(`scope.${scope}` as 'scope.Alert')}·${t(`permissionAction.${verb}` as 'permissionAction.View')}`;
  return (
    <div className={styles.state}>
      <p className={styles.title}>{t('state.noPermission')}</p>
      <p className={styles.hint}>{t('state.noPermissionHint', { permission: name })}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** What a panel reads from its query. */
export interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

interface QueryPanelProps<T> {
  query: QueryState<T>;
  /** The error text for a failed load: loading the list of points failed. */
  failure?: string;
  rows?: number;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The four states of a panel around one query. Loaded data stays while it is refetched. */
export function QueryPanel<T>({ query, failure, rows, isEmpty, empty, children }: QueryPanelProps<T>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? (empty ?? <PanelEmpty />) : children(query.data);
  if (query.error instanceof ApiError && query.error.status === 403) {
    return <PanelError title={failure} error={query.error} />;
  }
  if (query.error) return <PanelError title={failure} error={query.error} onRetry={() => query.refetch()} />;
  return <PanelSkeleton rows={rows ?? 5} />;
}
