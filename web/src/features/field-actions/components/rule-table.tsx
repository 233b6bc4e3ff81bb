import { useQuery } from '@tanstack/react-query';
import { App, Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { structuresQuery } from '@/api/project';
import { LevelTag } from '@/entities/alert/level-tag';
import { durationText } from '@/entities/chart/words';
import { useCommandNames } from '@/entities/field-action/use-sent-text';
import { useCan } from '@/entities/permission/permissions';
import { listText } from '@/ui/format/list';
import { announce } from '@/ui/messages';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../field-actions.module.css';
import { fieldsOf } from '../model/form';
import { placeName } from '../model/places';
import { type FieldRule, useRemoveRule, useSaveRule } from '../queries';

interface Props {
  projectId: number;
  rules: readonly FieldRule[];
  devices: ReadonlyMap<number, Device>;
  /** Whether the account may send commands to devices, which all changes need. */
  mayCommand: boolean;
  onEdit: (rule: FieldRule) => void;
  onTest: (rule: FieldRule) => void;
}

/** The field rules of a project. */
export function RuleTable({ projectId, rules, devices, mayCommand, onEdit, onTest }: Props) {
  const { t } = useTranslation(['field-actions', 'common', 'charts']);
  const { modal } = App.useApp();
  const mayUpdate = useCan('Update:AlertRule') && mayCommand;
  const mayDelete = useCan('Delete:AlertRule') && mayCommand;
  const save = useSaveRule(projectId);
  const remove = useRemoveRule(projectId);
  const measurementName = useMeasurementName();
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const commandName = useCommandNames(
    projectId,
    rules.flatMap(({ deviceIds }) => deviceIds.slice(0, 1)),
  );
  const turn = async (rule: FieldRule, enable: boolean) => {
    await save.mutateAsync({ id: rule.id, body: { ...fieldsOf(rule), enable } });
    announce('success', t(enable ? 'enabled' : 'disabled'));
  };

  function askDisable(rule: FieldRule) {
    modal.confirm({
      title: t('disableAsk', { name: rule.name }),
      content: t('releaseHint'),
      okText: t('disable'),
      onOk: () => turn(rule, false),
    });
  }

  function askRemove({ id, name }: FieldRule) {
    modal.confirm({
      title: t('removeAsk', { name }),
      content: `${t('releaseHint')} ${t('removeHint')}`,
      okText: t('common:action.delete'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await remove.mutateAsync(id);
        announce('success', t('removed'));
      },
    });
  }

  const scope = ({ structureIds = [], measuringPointIds = [], measurements = [] }: FieldRule) =>
    [
      listText([
        ...structureIds.map((id) => placeName(structures, id)),
        ...(measuringPointIds.length > 0 ? [t('pointsCount', { count: measuringPointIds.length })] : []),
      ]) || t('wholeProject'),
      listText(measurements.map(measurementName)),
    ]
      .filter(Boolean)
      .join(' · ');
  const does = ({ action, intervalSeconds = 0, on, off, deviceIds: [first = 0] }: FieldRule) => {
    if (action === 'interval') return t('setTo', { minutes: intervalSeconds / 60 });
    const name = (code: string | undefined) => (code ? commandName(first, code) : t('nothingSent'));
    return `${name(on?.code)} → ${name(off?.code)}`;
  };

  return (
    <DataTable<FieldRule>
      label={t('rules')}
      rowKey={({ id }) => id}
      dataSource={rules}
      pagination={false}
      cards={['name', 'enable']}
      columns={[
        { key: 'name', title: t('name'), render: (_, row) => <span className={styles.wrap}>{row.name}</span> },
        {
          key: 'level',
          title: t('lowest'),
          width: 110,
          render: (_, row) => <LevelTag level={asLevel(row.level)} />,
        },
        { key: 'scope', title: t('scope'), render: (_, row) => <span className={styles.wrap}>{scope(row)}</span> },
        {
          key: 'does',
          title: t('action'),
          render: (_, row) => (
            <>
              {does(row)}
              <small className={styles.under}>
                {listText(row.deviceIds.map((id) => devices.get(id)?.name ?? `#${id}`))}
              </small>
            </>
          ),
        },
        {
          key: 'longest',
          title: t('longestShort'),
          width: 110,
          render: (_, row) =>
            durationText(row.longestMinutes * 60_000, t as unknown as (key: string, options?: object) => string),
        },
        {
          key: 'enable',
          title: t('enable'),
          width: 90,
          render: (_, row) => (
            <Switch
              size="small"
              aria-label={`${t('enable')} ${row.name}`}
              checked={row.enable}
              disabled={!mayUpdate}
              loading={save.isPending && save.variables.id === row.id}
              onChange={(enable) => (enable ? void turn(row, true) : askDisable(row))}
            />
          ),
        },
        {
          key: 'do',
          title: '',
          width: 220,
          render: (_, row) => (
            <span className={styles.row}>
              {mayUpdate && (
                <>
                  <Button size="small" onClick={() => onTest(row)}>
                    {t('test.start')}
                  </Button>
                  <Button size="small" onClick={() => onEdit(row)}>
                    {t('common:action.edit')}
                  </Button>
                </>
              )}
              {mayDelete && (
                <Button size="small" danger onClick={() => askRemove(row)}>
                  {t('common:action.delete')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
