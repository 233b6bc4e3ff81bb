import { FileTextOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { DropFile } from '@/ui/form/drop-file';
import { FormError } from '@/ui/form/form-error';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import { askedOf, type FileRead, type Wish } from '../model/survey-import';
import type { SurveyImportCalls } from '../queries/survey-import';
import styles from './survey-import.module.css';
import { SurveyMapping } from './survey-mapping';
import { SurveySaving } from './survey-saving';

const largest = 3 * 1024 * 1024;

/** What a kind of survey adds to the steps of the import. */
interface Props<Found extends FileRead, More extends object> {
  title: string;
  /** Right side of the head. */
  extra?: ReactNode;
  zone: string;
  calls: SurveyImportCalls<Found, More>;
  /** Parameters before anything is chosen. */
  start: More;
  /** What a column can hold. */
  fields: readonly string[];
  fieldName: (field: string) => string;
  /** Which columns make a survey. */
  incomplete: string;
  /** Leads to the survey that was imported. */
  done: (time: number) => ReactNode;
  /** The parameters of the survey, and what it computes. */
  children: (preview: Found, more: More, onMore: (more: More) => void) => { parameters?: ReactNode; result: ReactNode };
}

/** The steps of every import of a survey: the file, its columns, lines to fix, the result, and time, name and operator. */
export function SurveyImport<Found extends FileRead, More extends object>(props: Props<Found, More>) {
  const { title, extra, zone, calls, start, fields, fieldName, incomplete, done, children } = props;
  const { t } = useTranslation('data-views');
  const mayImport = useCan('Create:Data');
  const { check, run } = calls;
  const nothing: Wish<More> = { layout: null, time: null, more: start };
  const [file, setFile] = useState<File | null>(null);
  const [wish, setWish] = useState(nothing);
  const [preview, setPreview] = useState<Found | null>(null);
  // Columns that do not make a survey yet stay on the form.
  const keep = ({ layout }: Wish<More>) => setPreview((old) => (old && layout ? { ...old, layout } : null));
  const ask = (chosen: File, wanted: Wish<More>) => {
    setWish(wanted);
    run.reset();
    check.mutate({ file: chosen, query: askedOf(wanted) }, { onSuccess: setPreview, onError: () => keep(wanted) });
  };
  if (!mayImport) {
    return (
      <Panel fill title={title} extra={extra}>
        <PanelEmpty title={t('pipeImport.forbidden')} />
      </Panel>
    );
  }
  const problems = preview?.problems ?? [];
  const parts = file && preview && children(preview, wish.more, (more) => ask(file, { ...wish, more }));
  return (
    <Panel fill title={title} extra={extra} busy={check.isPending}>
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
            ask(chosen, nothing);
          }}
        />
        <FormError error={check.error ?? run.error} />
        {run.data && (
          <p className={styles.done} role="status">
            {t('pipeImport.done', { time: formatTime(run.data.time, zone), count: run.data.stations })}{' '}
            {done(run.data.time)}
          </p>
        )}
        {file && preview && parts && !run.data && (
          <>
            <h3 className={styles.step}>{t('pipeImport.columns')}</h3>
            <SurveyMapping {...{ preview, fields, fieldName }} onLayout={(layout) => ask(file, { ...wish, layout })} />
            {problems.length > 0 ? (
              <ul className={styles.problems} aria-label={t('pipeImport.problems')}>
                {problems.map(({ line, field, text, reason }) => (
                  <li key={`${line} ${field}`}>
                    {t('pipeImport.problem', { line, field: fieldName(field), text, reason })}
                  </li>
                ))}
              </ul>
            ) : !preview.complete ? (
              <p className={styles.note}>{incomplete}</p>
            ) : check.error ? null : (
              <SurveySaving
                {...{ zone, parts }}
                time={wish.time}
                taken={preview.taken}
                busy={run.isPending}
                onTime={(time) => ask(file, { ...wish, time })}
                onSave={(saving) => run.mutate({ file, query: { ...askedOf(wish), ...saving } })}
              />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
