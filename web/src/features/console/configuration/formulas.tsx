import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemFormulasQuery, useDeviceTypeName, useFieldName, useLabel, useMeasurementName } from '@/api/catalog';
import { Can } from '@/entities/permission/can';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useStructures } from '../queries/project';
import styles from './configuration.module.css';
import { FormulaDrawer } from './formula-drawer';
import { Pages } from './pages';
import { PlaceFilter } from './place-filter';
import { type Rule, type SharedFormula, useFormulas } from './queries';
import { useFilter } from './use-filter';

interface Props {
  projectId: number;
  corporationId: number;
  zone: string;
}

/** A rule in one line: its result field, and the system formula by name or the written one. */
function useRuleText() {
  const say = useLabel();
  const fieldName = useFieldName();
  const { data: formulas = [] } = useQuery(systemFormulasQuery);
  return (measurement: string, rule: Rule): string => {
    const known = formulas.find(({ code }) => code === rule.sysFormula);
    const text =
      rule.formulaType !== 'SYSTEM_FORMULA' ? rule.formula : known ? say(known.label) : (rule.sysFormula ?? '');
    return rule.computedField ? `${fieldName(measurement, rule.computedField)} = ${text ?? ''}` : (text ?? '');
  };
}

const keyOf = (group: SharedFormula) => group.points[0]?.id ?? 0;

/** The formulas of a project; points with the same formula share a row. */
export function Formulas({ projectId, corporationId, zone }: Props) {
  const { t } = useTranslation('configuration');
  const { filter, page, setFilter, setPage } = useFilter();
  const query = useFormulas(projectId, filter, page);
  const structures = useStructures(projectId).data?.list ?? [];
  const measurementName = useMeasurementName();
  const typeName = useDeviceTypeName();
  const ruleText = useRuleText();
  const [edited, setEdited] = useState<SharedFormula | null>(null);
  const name = (id: number) => structures.find((one) => one.id === id)?.name ?? '';
  return (
    <>
      <div className={styles.tools}>
        <PlaceFilter projectId={projectId} filter={filter} onChange={setFilter} />
      </div>
      <QueryPanel
        query={query}
        rows={8}
        isEmpty={(found) => found.total === 0}
        empty={<PanelEmpty title={t('formulas.none')} />}
      >
        {(found) => (
          <>
            <DataTable<SharedFormula>
              label={t('formulas.tab')}
              rowKey={keyOf}
              dataSource={found.list}
              cards={['place']}
              onOpen={setEdited}
              selectedKey={edited ? keyOf(edited) : undefined}
              columns={[
                {
                  key: 'place',
                  title: t('formulas.place'),
                  width: 220,
                  render: (_, group) =>
                    group.itemId ? `${name(group.structureId)} / ${name(group.itemId)}` : name(group.structureId),
                },
                {
                  key: 'measurement',
                  title: t('bulk.measurement'),
                  width: 190,
                  render: (_, group) => `${measurementName(group.measurement)} · ${typeName(group.category)}`,
                },
                {
                  key: 'rule',
                  title: t('formulas.rule'),
                  render: (_, group) =>
                    group.rules.length === 0 ? (
                      <span className={styles.quiet}>{t('formulas.unset')}</span>
                    ) : (
                      group.rules.map((rule) => (
                        <div
                          key={`${rule.computedField} ${rule.sysFormula ?? ''}`}
                          className={rule.formulaType === 'SYSTEM_FORMULA' ? undefined : styles.mono}
                        >
                          {ruleText(group.measurement, rule)}
                        </div>
                      ))
                    ),
                },
                {
                  key: 'points',
                  title: t('formulas.pointCount'),
                  width: 240,
                  render: (_, group) => (
                    <>
                      {t('bulk.points', { count: group.points.length })}{' '}
                      <span className={styles.quiet}>
                        {group.points
                          .slice(0, 3)
                          .map((point) => point.name)
                          .join(', ')}
                        {group.points.length > 3 && ' …'}
                      </span>
                    </>
                  ),
                },
                {
                  key: 'action',
                  width: 110,
                  render: (_, group) => (
                    <Can any={['Update:MeasuringPoint']}>
                      <Button type="link" size="small" onClick={() => setEdited(group)}>
                        {t('formulas.edit')}
                      </Button>
                    </Can>
                  ),
                },
              ]}
            />
            <Pages page={page} total={found.total} onPage={setPage} />
          </>
        )}
      </QueryPanel>
      {edited && (
        <FormulaDrawer
          key={keyOf(edited)}
          projectId={projectId}
          corporationId={corporationId}
          zone={zone}
          group={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
