import { FileTextOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { DropFile } from '@/ui/form/drop-file';
import { FormError } from '@/ui/form/form-error';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import type { ViewProps } from '../../model/view';
import { usePipeImport } from '../../queries/pipe-import';
import { Mapping } from './mapping';
import { askedOf, nothingWished, type Preview, type Wish } from './model';
import { Result } from './result';
import styles from './view.module.css';

const largest = 3 * 1024 * 1024;

/** pam-data-import: the file of a survey of a pipe, its columns, what it computes, and its import. */
export default function PipeImportView({ zone, point, page }: ViewProps) {
  const { t } = useTranslation('data-views');
  const mayImport = useCan('Create:Data');
  const { check, run } = usePipeImport(point);
  const [file, setFile] = useState<File | null>(null);
  const [wish, setWish] = useState<Wish>(nothingWished);
  const [preview, setPreview] = useState<Preview | null>(null);
  // Columns that do not make a survey yet stay on the form.
  const keep = ({ layout }: Wish) => setPreview((old) => (old && layout ? { ...old, layout } : null));
  const ask = (chosen: File, wanted: Wish) => {
    setWish(wanted);
    run.reset();
    check.mutate({ file: chosen, query: askedOf(wanted) }, { onSuccess: setPreview, onError: () => keep(wanted) });
  };
  if (!mayImport) {
    return (
      <Panel fill title={page.title}>
        <PanelEmpty title={t('pipeImport.forbidden')} />
      </Panel>
    );
  }
  const problems = preview?.problems ?? [];
  return (
    <Panel fill title={page.title} busy={check.isPending}>
      <div className={styles.page}>
        <DropFile
          icon={<FileTextOutlined aria-hidden />}
          name={file?.name ?? ''}
          busy={check.isPending}
          accept=".xlsx,.csv,.txt"
          largest={largest}
          texts={{
            choose: t('pipeImport.choose'),
            chooseOther: t('pipeImport.chooseOther'),
            hint: t('pipeImport.hint'),
            tooLarge: t('pipeImport.tooLarge'),
          }}
          onFile={(chosen) => {
            setFile(chosen);
            setPreview(null);
            ask(chosen, nothingWished);
          }}
        />
        <FormError error={check.error ?? run.error} />
        {run.data && (
          <p className={styles.done} role="status">
            {t('pipeImport.done', { time: formatTime(run.data.time, zone), count: run.data.stations })}{' '}
            <Link to={`../pam-chart?at=${run.data.time}`} relative="path">
              {t('pipeImport.show')}
            </Link>
          </p>
        )}
        {file && preview && !run.data && (
          <>
            <h3 className={styles.step}>{t('pipeImport.columns')}</h3>
            <Mapping preview={preview} onLayout={(layout) => ask(file, { ...wish, layout })} />
            {problems.length > 0 ? (
              <ul className={styles.problems} aria-label={t('pipeImport.problems')}>
                {problems.map(({ line, field, text, reason }) => (
                  <li key={`${line} ${field}`}>
                    {t('pipeImport.problem', { line, field: t(`pipeImport.field.${field as 'pitch'}`), text, reason })}
                  </li>
                ))}
              </ul>
            ) : !preview.complete ? (
              <p className={styles.note}>{t('pipeImport.incomplete')}</p>
            ) : check.error ? null : (
              <Result
                {...{ zone, preview, wish }}
                busy={run.isPending}
                onWish={(wanted) => ask(file, wanted)}
                onImport={(time, name) => run.mutate({ file, query: askedOf(wish), time, name })}
              />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
