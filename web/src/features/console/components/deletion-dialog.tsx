import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import { ScrollList } from '@/ui/scroll-list';
import { QueryPanel } from '@/ui/states';
import { type Deletion, type Doomed, useDeletion } from '../queries/deletion';
import styles from './deletion-dialog.module.css';

interface Props {
  open: boolean;
  doomed: Doomed;
  /** The consequence in one sentence. */
  hint: string;
  /** The verb on the button. */
  verb: string;
  /** Projects are deleted with the password of the account. */
  withPassword?: boolean;
  pending: boolean;
  error: unknown;
  onDelete: (password: string) => void;
  onClose: () => void;
}

const counted = ['structures', 'items', 'points', 'results', 'openAlerts', 'devices', 'members'] as const;

/** Counts and names everything that a deletion removes, before it is confirmed. */
export function DeletionDialog({
  open,
  doomed,
  hint,
  verb,
  withPassword = false,
  pending,
  error,
  onDelete,
  onClose,
}: Props) {
  const { t } = useTranslation(['sites', 'common']);
  const [password, setPassword] = useState('');
  const query = useDeletion(doomed, open);
  const stopped = (query.data?.dependants.length ?? 0) > 0;
  const close = () => {
    setPassword('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      width={520}
      title={t('deletion.title', { name: query.data?.name ?? '' })}
      okText={verb}
      okButtonProps={{
        danger: true,
        loading: pending,
        disabled: !query.data || stopped || (withPassword && password === ''),
      }}
      onCancel={close}
      onOk={() => onDelete(password)}
      destroyOnHidden
    >
      <QueryPanel query={query} failure={t('deletion.failed')} rows={4}>
        {(deletion) => <WhatGoes deletion={deletion} whole={withPassword} />}
      </QueryPanel>
      {stopped ? null : <p>{hint}</p>}
      {withPassword && (
        <Input.Password
          autoComplete="current-password"
          aria-label={t('deletion.password')}
          placeholder={t('deletion.password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          onPressEnter={() => password !== '' && query.data && !stopped && onDelete(password)}
        />
      )}
      <FormError error={error ?? undefined} />
    </Dialog>
  );
}

function WhatGoes({ deletion, whole }: { deletion: Deletion; whole: boolean }) {
  const { t } = useTranslation('sites');
  const word = (key: (typeof counted)[number]) =>
    key === 'devices' ? t(whole ? 'deletion.released' : 'deletion.feeding') : t(`deletion.${key}`);
  return (
    <>
      <dl className={styles.counts}>
        {counted
          .filter((key) => deletion[key] > 0)
          .map((key) => (
            <div key={key}>
              <dt>{word(key)}</dt>
              <dd>{formatNumber(deletion[key], 0)}</dd>
            </div>
          ))}
      </dl>
      {deletion.branches.length > 0 && (
        <ScrollList className={styles.branches} label={t('deletion.branches')}>
          {deletion.branches.map((branch) => (
            <li key={branch.id}>
              <span>{branch.name}</span>
              <small>
                {branch.kind === 'point' ? t('deletion.point') : t('deletion.pointsBelow', { count: branch.points })}
              </small>
            </li>
          ))}
          {deletion.more > 0 && <li>{t('deletion.more', { count: deletion.more })}</li>}
        </ScrollList>
      )}
      {deletion.dependants.length > 0 && (
        <p className={styles.stop} role="alert">
          {t(deletion.moreDependants > 0 ? 'deletion.dependantsMore' : 'deletion.dependants', {
            names: listText(deletion.dependants.map((one) => one.name)),
            count: deletion.moreDependants,
          })}
        </p>
      )}
    </>
  );
}
