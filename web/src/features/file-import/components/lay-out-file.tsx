import { FileTextOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, useLabel } from '@/api/catalog';
import { deviceQuery } from '@/api/devices';
import { DropFile } from '@/ui/form/drop-file';
import { FormError } from '@/ui/form/form-error';
import { formatBytes, formatNumber } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import styles from '../import.module.css';
import type { Draft, Ready } from '../model/draft';
import { type Target, useImport, useUpload } from '../queries';
import { ColumnTable } from './column-table';
import { RawLines } from './raw-lines';
import { Recognition } from './recognition';
import { SameTime } from './same-time';
import { StoredRows } from './stored-rows';
import { TextSettings } from './text-settings';

/** The server's limit for a file, in bytes. */
const largestFile = 128 * 1024 * 1024;

interface Props {
  target: Target;
  draft: Draft;
  fileId: number;
  back: ReactNode;
  onFile: (fileId: number) => void;
  onStarted: (jobId: number) => void;
}

/** Uploads a file, shows how it is read, lets the user correct that, and starts the import. */
export function LayOutFile({ target, draft, fileId, back, onFile, onStarted }: Props) {
  const { t } = useTranslation('file-import');
  const device = useQuery(deviceQuery(target.corporationId, target.deviceId));
  const upload = useUpload(target);
  const ready = draft.preview && draft.current ? (draft as Ready) : undefined;

  async function take(file: File) {
    try {
      onFile((await upload.mutateAsync(file)).id);
    } catch {
      // the mutation's state shows the error
    }
  }

  return (
    <div className={styles.page} data-ready={ready !== undefined}>
      <Panel title={device.data ? t('into', { name: device.data.sncode }) : t('title')} extra={back}>
        <div className={styles.top}>
          <DropFile
            icon={<FileTextOutlined aria-hidden="true" />}
            name={ready?.preview.name ?? ''}
            busy={upload.isPending}
            accept=""
            largest={largestFile}
            texts={{
              choose: t('choose'),
              chooseOther: t('chooseOther'),
              hint: ready ? '' : t('hint'),
              tooLarge: t('tooLarge', { limit: formatBytes(largestFile) }),
            }}
            onFile={(file) => void take(file)}
          />
          {ready && <Recognition target={target} draft={ready} inProject={(device.data?.projectId ?? 0) > 0} />}
        </div>
        <FormError error={upload.error ?? draft.query.error} />
      </Panel>
      {ready ? (
        <Work target={target} draft={ready} fileId={fileId} type={device.data?.type ?? ''} onStarted={onStarted} />
      ) : (
        <Panel fill title={t('columns')}>
          {fileId > 0 && draft.query.isPending && !draft.query.error ? (
            <PanelSkeleton rows={6} />
          ) : (
            <PanelEmpty title={t('nothingChosen')} hint={t('nothingChosenHint')} />
          )}
        </Panel>
      )}
    </div>
  );
}

interface WorkProps {
  target: Target;
  draft: Ready;
  fileId: number;
  type: string;
  onStarted: (jobId: number) => void;
}

function Work({ target, draft, fileId, type, onStarted }: WorkProps) {
  const { t } = useTranslation('file-import');
  const say = useLabel();
  const raw = useQuery(deviceTypesQuery).data?.find((one) => one.code === type)?.rawFields ?? [];
  // A field that several variants of an instrument share is listed once.
  const fields = [
    ...new Map(raw.map((one) => [one.name, { value: one.name, label: `${one.name} · ${say(one.label)}` }])).values(),
  ];
  return (
    <>
      <div className={styles.work}>
        <Panel title={t('rawLines')} className={styles.lines}>
          <RawLines draft={draft} />
        </Panel>
        <div className={styles.right}>
          <Panel title={t('reading')} busy={draft.behind}>
            <TextSettings draft={draft} />
            <ColumnTable draft={draft} fields={fields} />
          </Panel>
          <Panel title={t('result')} busy={draft.behind}>
            <SameTime draft={draft} />
            <StoredRows draft={draft} />
          </Panel>
        </div>
      </div>
      <Foot target={target} draft={draft} fileId={fileId} onStarted={onStarted} />
    </>
  );
}

/** What is still missing, and the button that starts the import. */
function Foot({ target, draft, fileId, onStarted }: Omit<WorkProps, 'type'>) {
  const { t } = useTranslation('file-import');
  const bring = useImport(target, fileId);
  const [all, setAll] = useState(true);
  const { preview, current, missing } = draft;
  const { read, refused, sameTime, empty, cells } = preview.counts;
  const several = preview.entries.length > 1;
  const parts = [
    t('counts.read', { value: formatNumber(read, 0) }),
    refused > 0 && t('counts.refused', { value: formatNumber(refused, 0) }),
    sameTime > 0 && t('counts.sameTime', { value: formatNumber(sameTime, 0) }),
    empty > 0 && t('counts.empty', { value: formatNumber(empty, 0) }),
    cells > 0 && t('counts.cells', { value: formatNumber(cells, 0) }),
  ].filter(Boolean);

  async function start() {
    try {
      onStarted((await bring.mutateAsync({ entries: several && all ? [] : [preview.entry], layout: current })).id);
    } catch {
      // the mutation's state shows the error
    }
  }

  return (
    <footer className={styles.foot}>
      <span className={styles.say} role="status">
        {missing.length > 0 ? missing.map((one) => t(`missing.${one}`)).join(t('and')) : parts.join(' · ')}
      </span>
      <FormError error={bring.error} />
      {several && (
        <Select<'all' | 'one'>
          aria-label={t('which')}
          value={all ? 'all' : 'one'}
          popupMatchSelectWidth={false}
          options={[
            { value: 'all', label: t('allFiles', { count: preview.entries.length }) },
            { value: 'one', label: t('thisFile') },
          ]}
          onChange={(which) => setAll(which === 'all')}
        />
      )}
      <Button
        type="primary"
        disabled={missing.length > 0 || draft.behind}
        loading={bring.isPending}
        onClick={() => void start()}
      >
        {t('start')}
      </Button>
    </footer>
  );
}
