import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { Place } from '@/entities/configuration/editor';
import { InitialEditor } from '@/entities/configuration/editors/initial-editor';
import { Refusal } from '@/entities/configuration/refusal';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { Can } from '@/entities/permission/can';
import { saveText } from '@/ui/download';
import { NumberField } from '@/ui/form/number-field';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { type InitSource, useSetInit } from '../care-queries';
import styles from '../devices.module.css';
import { type InitProblem, initTemplate, readInitFile } from '../model/init-file';
import { FedPoint } from './fed-point';

interface Props {
  where: { corporationId: number; deviceId: number };
  place: Place;
}

const shownColumns = 12;

/** Sets the initial value of what a device feeds: from live readings, typed, or from a file. */
export function InitPanel({ where, place }: Props) {
  const [count, setCount] = useState(3);
  return (
    <FedPoint where={where} count={count}>
      {(source) => (
        <>
          <Live
            key={source.measuringPointId}
            where={where}
            place={place}
            source={source}
            count={count}
            onCount={setCount}
          />
          <VersionStudio
            key={`studio ${source.measuringPointId}`}
            owner={{
              kind: 'point',
              structureId: source.structureId,
              id: source.measuringPointId,
              device: { corporationId: where.corporationId, id: where.deviceId },
            }}
            place={{ ...place, measurement: source.measurement, pointId: source.measuringPointId }}
            dense
            aspect="initial"
            proposed
            blank={{ mode: 'auto', time: Date.now(), count: 3 }}
            Editor={InitialEditor}
          />
        </>
      )}
    </FedPoint>
  );
}

interface LiveProps extends Props {
  source: InitSource;
  count: number;
  onCount: (count: number) => void;
}

/** The last readings with their mean, which can become the initial value, and the import from a file. */
function Live({ where, place, source, count, onCount }: LiveProps) {
  const { t } = useTranslation(['devices', 'common']);
  const say = useLabel();
  const set = useSetInit(where);
  const [problem, setProblem] = useState<InitProblem | null>(null);
  const columns = source.columns.slice(0, shownColumns);
  const fields = [...new Set(source.columns.map((one) => one.field))];
  const nodes = [...new Set(source.columns.map((one) => one.node))].filter((no) => no > 0);
  const done = () => announce('success', t('init.taken', { name: source.name }));
  const point = { measuringPointIds: [source.measuringPointId] };
  const read = async (file: File) => {
    const found = readInitFile(await file.text(), fields);
    if ('reason' in found) {
      setProblem(found);
      return;
    }
    setProblem(null);
    set.mutate({ ...point, mode: 'manual', time: Date.now(), ...found }, { onSuccess: done });
  };
  return (
    <section className={styles.form} aria-label={t('init.live')}>
      <h3 className={styles.head}>{t('init.live')}</h3>
      {source.readings.length === 0 ? (
        <p className={styles.quiet}>{t('init.noReadings')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <div className={styles.sideways} tabIndex={0}>
          <table className={styles.grid}>
            <thead>
              <tr>
                <th>{t('init.time')}</th>
                {columns.map((one) => (
                  <th key={`${one.field} ${one.node}`}>
                    {say(one.label)}
                    {one.node > 0 && ` #${one.node}`} {one.unit}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {source.readings.map((row) => (
                <tr key={row.time}>
                  <td>{formatTime(row.time, place.zone)}</td>
                  {columns.map((one, i) => (
                    <td key={`${one.field} ${one.node}`}>{formatNumber(row.values[i] ?? Number.NaN, one.decimals)}</td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">{t('init.mean')}</th>
                {columns.map((one) => (
                  <td key={`${one.field} ${one.node}`}>
                    <b>{formatNumber(one.mean, one.decimals)}</b>
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
          {source.columns.length > shownColumns && (
            <p className={styles.quiet}>{t('init.more', { count: source.columns.length - shownColumns })}</p>
          )}
        </div>
      )}
      <Refusal error={set.error} />
      {problem && (
        <Alert
          type="error"
          showIcon
          title={t(`init.problem.${problem.reason}`, { line: problem.line, text: problem.text })}
        />
      )}
      <Can any={['Update:Device']}>
        <div className={styles.take}>
          <span>{t('init.count')}</span>
          <span className={styles.count}>
            <NumberField
              label={t('init.count')}
              min={1}
              max={100}
              step={1}
              value={count}
              onChange={(n) => onCount(n ?? 3)}
            />
          </span>
          <Button
            type="primary"
            disabled={source.readings.length === 0}
            loading={set.isPending}
            onClick={() => set.mutate({ ...point, mode: 'current', time: Date.now(), count }, { onSuccess: done })}
          >
            {t('init.take')}
          </Button>
          <Upload
            accept=".csv,.txt,text/csv,text/plain"
            showUploadList={false}
            beforeUpload={(file) => {
              void read(file);
              return false;
            }}
          >
            <Button icon={<UploadOutlined aria-hidden />}>{t('init.file')}</Button>
          </Upload>
          <Button
            type="text"
            icon={<DownloadOutlined aria-hidden />}
            disabled={fields.length === 0}
            onClick={() => saveText(`init-${source.name}.csv`, initTemplate(fields, nodes), 'text/csv')}
          >
            {t('init.template')}
          </Button>
        </div>
      </Can>
    </section>
  );
}
