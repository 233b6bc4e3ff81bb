import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedArea, LimitedInput } from '@/ui/form/limited';
import { announce } from '@/ui/messages';
import type { Where } from '../queries';
import { type Period, type TestRun, useSaveRun } from '../queries-runs';
import styles from '../runs.module.css';

interface Props {
  where: Where;
  period: Period;
  onSaved: (run: TestRun) => void;
  onClose: () => void;
}

const mostName = 100;
const mostRemark = 1000;

/** Saves a run under a name. */
export function SaveRun({ where, period, onSaved, onClose }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const [name, setName] = useState('');
  const [remark, setRemark] = useState('');
  const save = useSaveRun(where);
  return (
    <Dialog
      open
      title={t('testRun.save')}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: name.trim() === '' || !fits(name, mostName) || !fits(remark, mostRemark) }}
      confirmLoading={save.isPending}
      onCancel={onClose}
      onOk={() =>
        save.mutate(
          { name: name.trim(), remark: remark.trim(), ...period },
          {
            onSuccess: (run) => {
              announce('success', t('testRun.isSaved', { name: run.name }));
              onSaved(run);
              onClose();
            },
          },
        )
      }
    >
      <div className={styles.form}>
        <label htmlFor="run-name">{t('testRun.name')}</label>
        <LimitedInput id="run-name" max={mostName} value={name} onChange={({ target }) => setName(target.value)} />
        <label htmlFor="run-remark">{t('testRun.remark')}</label>
        <LimitedArea
          id="run-remark"
          max={mostRemark}
          rows={3}
          value={remark}
          onChange={({ target }) => setRemark(target.value)}
        />
        <FormError error={save.error} />
      </div>
    </Dialog>
  );
}
