import { FileTextOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, useLabel } from '@/api/catalogue';
import { deviceQuery } from '@/api/devices';
import { DropFile } from '@/shared/form/drop-file';
import { FormError } from '@/shared/form/form-error';
import { formatBytes } from '@/shared/format/number';
import { zones } from '@/shared/project/zones';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import styles from '../import.module.css';
import { type Draft, draftOf, layoutOf, missingOf } from '../model/layout';
import { beginningOf, largestFile, textOf } from '../model/read-text';
import { type Preview, type Target, useImport, usePreview } from '../queries';
import { ColumnTable } from './column-table';

interface Props {
  target: Target;
  back: ReactNode;
  onStarted: (jobId: number) => void;
}

/** Chooses a file and settles what it does not say itself; then the server brings it in. */
export function SettleFile({ target, back, onStarted }: Props) {
  const { t } = useTranslation('file-import');
  const say = useLabel();
  const device = useQuery(deviceQuery(target.corporationId, target.deviceId));
  const types = useQuery(deviceTypesQuery);
  const [file, setFile] = useState({ name: '', text: '' });
  const [draft, setDraft] = useState<Draft>();
  const preview = usePreview(target);
  const bring = useImport(target);
  const raw = types.data?.find((one) => one.code === device.data?.type)?.rawFields ?? [];
  // A field that several variants of an instrument share is listed once.
  const fields = [
    ...new Map(raw.map((one) => [one.name, { value: one.name, label: `${one.name} · ${say(one.label)}` }])).values(),
  ];

  async function take(chosen: File) {
    const [name, text] = [chosen.name, textOf(await chosen.arrayBuffer())];
    setFile({ name, text });
    setDraft(undefined);
    bring.reset();
    try {
      const found = await preview.mutateAsync(beginningOf(text));
      setDraft(
        draftOf(
          found,
          fields.map((one) => one.value),
        ),
      );
    } catch {
      // told by the mutation's state
    }
  }

  async function start() {
    if (!preview.data || !draft) return;
    try {
      onStarted((await bring.mutateAsync({ text: file.text, layout: layoutOf(preview.data, draft) })).id);
    } catch {
      // told by the mutation's state
    }
  }

  const missing = preview.data && draft ? missingOf(preview.data, draft) : [];
  return (
    <div className={styles.page}>
      <Panel title={device.data ? t('into', { name: device.data.sncode }) : t('title')} extra={back}>
        <DropFile
          icon={<FileTextOutlined aria-hidden="true" />}
          name={file.name}
          busy={preview.isPending}
          accept=".csv,.txt,.dat,.tsv"
          largest={largestFile}
          texts={{
            choose: t('choose'),
            chooseOther: t('chooseOther'),
            hint: t('hint'),
            tooLarge: t('tooLarge', { limit: formatBytes(largestFile) }),
          }}
          onFile={(chosen) => void take(chosen)}
        />
      </Panel>
      <Panel fill title={t('columns')}>
        {preview.error ? (
          <div className={styles.settings}>
            <FormError error={preview.error} />
          </div>
        ) : preview.data && draft ? (
          <>
            <Facts preview={preview.data} />
            <div className={styles.settings}>
              {preview.data.hasZone ? (
                <span className={styles.quiet}>{t('hasZone')}</span>
              ) : (
                <div className={styles.setting}>
                  <label htmlFor="import-zone">{t('zone')}</label>
                  <Select<string>
                    id="import-zone"
                    showSearch
                    className={styles.zone ?? ''}
                    placeholder={t('zoneHint', { zone: preview.data.deviceZone })}
                    value={draft.zone || null}
                    options={zones(preview.data.deviceZone).map((value) => ({ value, label: value }))}
                    onChange={(zone) => setDraft({ ...draft, zone })}
                  />
                </div>
              )}
              <div className={styles.setting}>
                <label htmlFor="import-time">{t('timeFormat')}</label>
                <Select<string>
                  id="import-time"
                  className={styles.form ?? ''}
                  placeholder={t('timeFormatHint')}
                  value={draft.timeFormat || null}
                  options={preview.data.timeFormats.map((value) => ({ value, label: value }))}
                  onChange={(timeFormat) => setDraft({ ...draft, timeFormat })}
                />
              </div>
              <Button
                type="primary"
                disabled={missing.length > 0}
                loading={bring.isPending}
                onClick={() => void start()}
              >
                {t('start')}
              </Button>
              {missing.length > 0 && (
                <ul className={styles.missing}>
                  {missing.map((one) => (
                    <li key={one}>{t(`missing.${one}`)}</li>
                  ))}
                </ul>
              )}
              <FormError error={bring.error} />
            </div>
            <ColumnTable
              preview={preview.data}
              draft={draft}
              fields={fields}
              onChange={(column, to) =>
                setDraft({ ...draft, columns: draft.columns.map((one, i) => (i === column ? to : one)) })
              }
            />
          </>
        ) : (
          <QueryPanel
            query={device}
            rows={4}
            isEmpty={() => true}
            empty={<PanelEmpty title={t('nothingChosen')} hint={t('nothingChosenHint')} />}
          >
            {() => null}
          </QueryPanel>
        )}
      </Panel>
    </div>
  );
}

function Facts({ preview }: { preview: Preview }) {
  const { t } = useTranslation('file-import');
  const facts: [string, string][] = [
    [t('format'), preview.format.toUpperCase()],
    [t('separator'), preview.separator === '\t' ? 'Tab' : preview.separator],
    [t('headerLines'), String(preview.headerLines)],
    [
      t('timeColumn'),
      preview.timeColumns.map((i) => preview.columns[i]?.name || t('columnNo', { no: i + 1 })).join(' + '),
    ],
    [t('logger'), [preview.logger, preview.serial, preview.station, preview.table].filter(Boolean).join(' · ')],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
