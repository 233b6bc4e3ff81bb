import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { stepsFor } from '../model/steps';
import { pdfOf } from '../model/verify';
import styles from '../project-reports.module.css';
import { type ProjectReport, useDownload, useRemove, useRetry } from '../queries';
import { ReasonDialog, SignDialog, TextsDialog } from './step-dialogs';

type Open = 'sign' | 'edit' | 'return' | 'revise';

/** What the person may do with a report in a project now. */
export function useSteps(report: ProjectReport) {
  const personId = useSession()?.user.id ?? 0;
  const create = useCan('Create:Report');
  const update = useCan('Update:Report');
  const remove = useCan('Delete:Report');
  const data = useCan('View:Data');
  return stepsFor(report, personId, { create, update, remove, data });
}

/** The buttons of a report, by its state and the rights of the person. */
export function ReportActions({ report }: { report: ProjectReport }) {
  const { t } = useTranslation(['project-reports', 'common']);
  const navigate = useNavigate();
  const { projectId, id } = report;
  const list = `/projects/${projectId}/reports/project`;
  const steps = useSteps(report);
  const [open, setOpen] = useState<Open>();
  const download = useDownload(projectId, id);
  const retry = useRetry(projectId, id);
  const remove = useRemove(projectId, id);
  const files = steps.read ? report.files : [];
  const first = (pdfOf(report) ?? report.files[0])?.format;
  const close = () => setOpen(undefined);
  return (
    <>
      <div className={styles.actions}>
        {steps.sign && report.next && (
          <Button type="primary" onClick={() => setOpen('sign')}>
            {t(`sign.title.${report.next}`)}
          </Button>
        )}
        {files.map(({ format }) => (
          <Button
            key={format}
            type={steps.sign || format !== first ? 'default' : 'primary'}
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            {t('download', { format: format.toUpperCase() })}
          </Button>
        ))}
        {steps.edit && <Button onClick={() => setOpen('edit')}>{t('edit')}</Button>}
        {steps.giveBack && <Button onClick={() => setOpen('return')}>{t('return.ok')}</Button>}
        {steps.revise && <Button onClick={() => setOpen('revise')}>{t('revise.title')}</Button>}
        {steps.retry && (
          <Button type="primary" loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('retry')}
          </Button>
        )}
        {steps.remove && (
          <Popconfirm
            title={t('deleteAsk')}
            okText={t('common:action.delete')}
            cancelText={t('common:action.cancel')}
            onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate(list, { replace: true }) })}
          >
            <Button danger loading={remove.isPending}>
              {t('common:action.delete')}
            </Button>
          </Popconfirm>
        )}
      </div>
      {steps.signedAlready && <p className={styles.quiet}>{t('signedAlready')}</p>}
      <FormError error={download.error ?? retry.error ?? remove.error} />
      {open === 'sign' && <SignDialog report={report} onClose={close} />}
      {open === 'edit' && <TextsDialog report={report} onClose={close} />}
      {(open === 'return' || open === 'revise') && (
        <ReasonDialog
          report={report}
          step={open}
          onClose={close}
          onDone={(made) => {
            close();
            if (open === 'return') announce('success', t('return.done'));
            else navigate(`${list}/${made}`);
          }}
        />
      )}
    </>
  );
}
