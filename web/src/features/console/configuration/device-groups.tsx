import { SwapOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import type { Place } from '@/entities/configuration/editor';
import { Refusal } from '@/entities/configuration/refusal';
import { useRoleName } from '@/entities/configuration/use-role-name';
import { Can } from '@/entities/permission/can';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from './configuration.module.css';
import {
  type At,
  type DeviceGroup,
  type Replacement,
  useDeviceGroups,
  useReplacements,
  useUndoConsequences,
  useUndoReplacement,
} from './queries';
import { ReplaceDrawer } from './replace-drawer';

interface Props {
  at: At;
  place: Place;
}

const colors = { notMigrated: 'warning', completed: 'success', undone: 'default' } as const;

/** The groups of devices that fed a point, one after the other, with a button to replace the current one. */
export function DeviceGroups({ at, place }: Props) {
  const { t } = useTranslation('configuration');
  const roleName = useRoleName();
  const groups = useDeviceGroups(at);
  const replacements = useReplacements(at);
  const [open, setOpen] = useState<Replacement | 'new' | null>(null);
  const [undoing, setUndoing] = useState<Replacement | null>(null);
  const written = (time: number) => (time > 0 ? formatTime(time, place.zone).slice(0, 16) : t('timeline.always'));
  const newest = replacements.data?.find((one) => one.state !== 'undone');
  return (
    <div className={styles.section}>
      <div className={styles.tools}>
        <h2>{t('groups.history')}</h2>
        <span />
        <Can any={['Update:MeasuringPoint']}>
          <Button
            type="primary"
            icon={<SwapOutlined aria-hidden />}
            disabled={(groups.data?.length ?? 0) === 0}
            onClick={() => setOpen('new')}
          >
            {t('groups.replace')}
          </Button>
        </Can>
      </div>
      <QueryPanel
        query={groups}
        rows={3}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('groups.none')} hint={t('groups.noneHint')} />}
      >
        {(list) => (
          <DataTable<DeviceGroup>
            label={t('groups.history')}
            rowKey={(group) => group.historyId}
            dataSource={[...list].reverse()}
            cards={['period']}
            columns={[
              {
                key: 'period',
                title: t('groups.period'),
                width: 300,
                render: (_, group) => (
                  <span className={styles.number}>
                    {written(group.from)} – {group.until ? written(group.until) : t('timeline.open')}
                    {group.from <= Date.now() && (group.until === 0 || group.until > Date.now()) && (
                      <>
                        {' '}
                        <Tag color="processing">{t('groups.current')}</Tag>
                      </>
                    )}
                  </span>
                ),
              },
              {
                key: 'devices',
                title: t('groups.devices'),
                render: (_, group) =>
                  group.devices.map((one) => (
                    <div key={`${one.role}${one.deviceId ?? 0}${one.pointId ?? 0}`}>
                      {one.sncode || one.name || t('groups.gone')}{' '}
                      <span className={styles.quiet}>
                        {[one.sncode ? one.name : '', one.model, one.role === 'main' ? '' : roleName(one.role)]
                          .filter(Boolean)
                          .join(' · ')}
                        {one.channelNo ? ` · ${t('groups.channel', { no: one.channelNo })}` : ''}
                      </span>
                    </div>
                  )),
              },
              { key: 'note', title: t('groups.note'), dataIndex: 'note', width: 220 },
            ]}
          />
        )}
      </QueryPanel>
      {(replacements.data?.length ?? 0) > 0 && (
        <>
          <h2>{t('groups.process')}</h2>
          <DataTable<Replacement>
            label={t('groups.process')}
            rowKey={(one) => one.id}
            dataSource={replacements.data ?? []}
            cards={['at', 'state']}
            columns={[
              { key: 'at', title: t('groups.at'), width: 150, render: (_, one) => written(one.at) },
              {
                key: 'state',
                title: t('groups.stateTitle'),
                width: 110,
                render: (_, one) => <Tag color={colors[one.state]}>{t(`groups.state.${one.state}`)}</Tag>,
              },
              {
                key: 'from',
                title: t('groups.from'),
                width: 160,
                render: (_, one) => (one.state === 'completed' ? written(one.from) : '—'),
              },
              {
                key: 'note',
                title: t('groups.note'),
                render: (_, one) => (
                  <>
                    {one.note}{' '}
                    {one.carriedAt > 0 && (
                      <span className={styles.quiet}>{t('groups.carriedAt', { time: written(one.carriedAt) })}</span>
                    )}
                  </>
                ),
              },
              {
                key: 'action',
                width: 190,
                render: (_, one) =>
                  one.id === newest?.id && (
                    <Can any={['Update:MeasuringPoint']}>
                      {one.state === 'notMigrated' && (
                        <Button type="link" size="small" onClick={() => setOpen(one)}>
                          {t('groups.migrate')}
                        </Button>
                      )}
                      <Button type="link" size="small" danger onClick={() => setUndoing(one)}>
                        {t('groups.undo')}
                      </Button>
                    </Can>
                  ),
              },
            ]}
          />
        </>
      )}
      {open && (
        <ReplaceDrawer
          at={at}
          place={place}
          started={open === 'new' ? null : open}
          groups={groups.data ?? []}
          onClose={() => setOpen(null)}
        />
      )}
      {undoing && <UndoDialog at={at} zone={place.zone} replacement={undoing} onClose={() => setUndoing(null)} />}
    </div>
  );
}

interface UndoProps {
  at: At;
  zone: string;
  replacement: Replacement;
  onClose: () => void;
}

/** Undoes both steps of a replacement after a preview. */
function UndoDialog({ at, zone, replacement, onClose }: UndoProps) {
  const { t } = useTranslation('configuration');
  const [note, setNote] = useState('');
  const consequences = useUndoConsequences(at, replacement.id);
  const undo = useUndoReplacement(at);
  return (
    <Dialog
      open
      width={520}
      title={t('groups.undoTitle')}
      okText={t('groups.undo')}
      okButtonProps={{ danger: true, loading: undo.isPending, disabled: !fits(note, noteLength) }}
      onCancel={onClose}
      onOk={() =>
        undo.mutate(
          { replacementId: replacement.id, note },
          {
            onSuccess: () => {
              announce('success', t('groups.undone'));
              onClose();
            },
          },
        )
      }
    >
      <div className={styles.form}>
        <p className={styles.quiet}>{t('groups.undoHint')}</p>
        <QueryPanel query={consequences} rows={3}>
          {(found) => <Consequences found={found} zone={zone} />}
        </QueryPanel>
        <LimitedArea
          rows={2}
          max={noteLength}
          aria-label={t('groups.note')}
          placeholder={t('groups.note')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Refusal error={undo.error} />
      </div>
    </Dialog>
  );
}
