import { AimOutlined, UndoOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { LazyPlanView } from '@/entities/drawing/lazy-plan-view';
import { plansQuery } from '@/entities/drawing/queries';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { MarkFields } from '../components/mark-fields';
import { PlaceList } from '../components/place-list';
import { SheetChoice } from '../components/sheet-choice';
import { ownersOf } from '../model/entries';
import { usePlanEditing } from '../model/use-plan-editing';
import { useTree } from '../queries';
import styles from './place-page.module.css';

/** The drawings of a project's structures: creating and changing them, and placing points on them. */
export default function PlansPage() {
  const { t } = useTranslation(['plan', 'common']);
  const projectId = Number(useParams().projectId);
  const [search, setSearch] = useSearchParams();
  const mayPlace = useCan('Update:MeasuringPoint');
  const tree = useTree(projectId);
  const plans = useQuery(plansQuery(projectId));
  const owners = useMemo(() => ownersOf(tree.data ?? []), [tree.data]);
  const all = plans.data?.list ?? [];
  const wanted = all.find(({ id }) => id === Number(search.get('plan')));
  const asked = owners.find(({ id }) => id === Number(search.get('structure')));
  const ownerId = wanted?.structureId ?? asked?.id ?? all[0]?.structureId ?? owners[0]?.id ?? 0;
  const own = all.filter(({ structureId }) => structureId === ownerId);
  const plan = wanted ?? own[0];
  const editing = usePlanEditing(projectId, plan, tree.data ?? []);
  const { selected, mark } = editing;
  const [adding, setAdding] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const placing = mayPlace && selected !== undefined && !selected.placed;

  return (
    <div className={styles.page}>
      <Panel
        title={t('title')}
        className={styles.side}
        extra={<Link to={`/projects/${projectId}/console/map`}>{t('toMap')}</Link>}
      >
        <SheetChoice
          projectId={projectId}
          owners={owners}
          ownerId={ownerId}
          adding={adding}
          onAdding={setAdding}
          plans={own}
          plan={plan}
          onShow={(structure, id) => {
            editing.select(undefined);
            setSearch({ structure: String(structure), ...(id ? { plan: String(id) } : {}) }, { replace: true });
          }}
        />
        {plan && (
          <QueryPanel query={editing.detail} rows={10} failure={t('failed')}>
            {() => (
              <PlaceList
                entries={editing.entries}
                selectedId={selected?.id}
                addPath={`/projects/${projectId}/console/structures/${ownerId}?add=points`}
                onSelect={({ id }) => {
                  editing.select(id);
                  stage.current?.scrollIntoView({ block: 'nearest' }); // above the list on a phone
                }}
              />
            )}
          </QueryPanel>
        )}
      </Panel>
      <Panel title={plan?.name ?? t('sheet')} fill className={styles.stage}>
        <div ref={stage} className={styles.column}>
          {mayPlace && plan && (
            <div className={styles.tools}>
              {selected && mark ? (
                <MarkFields
                  key={`${mark.measuringPointId}:${mark.x}:${mark.y}`}
                  place={mark}
                  onChange={(place) => editing.change(selected.id, place)}
                  onRemove={() => editing.change(selected.id, undefined)}
                />
              ) : (
                <span className={styles.hint}>{selected ? t('placing', { name: selected.name }) : t('hint')}</span>
              )}
              {placing && (
                <Button icon={<AimOutlined aria-hidden />} onClick={() => editing.put({ x: 0.5, y: 0.5 })}>
                  {t('center')}
                </Button>
              )}
              <Button icon={<UndoOutlined aria-hidden />} disabled={!editing.undo} onClick={editing.undo}>
                {t('undo')}
              </Button>
            </div>
          )}
          <div className={styles.canvas}>
            <QueryPanel
              query={plans}
              rows={8}
              failure={t('failed')}
              isEmpty={() => !plan}
              empty={
                ownerId === 0 ? (
                  <PanelEmpty
                    title={t('noStructure')}
                    hint={t('noStructureHint')}
                    action={
                      <Can any={['Create:Structure']}>
                        <NextLink to={`/projects/${projectId}/console?add=structure`}>
                          {t('common:action.firstStructure')}
                        </NextLink>
                      </Can>
                    }
                  />
                ) : (
                  <PanelEmpty
                    title={t('none')}
                    hint={t('noneHint')}
                    action={
                      <Can any={['Update:Structure']}>
                        <Button type="primary" onClick={() => setAdding(true)}>
                          {t('common:action.firstDrawing')}
                        </Button>
                      </Can>
                    }
                  />
                )
              }
            >
              {() =>
                editing.detail.data && (
                  <LazyPlanView
                    plan={editing.detail.data}
                    markers={editing.markers}
                    selectedId={selected?.id}
                    showValues
                    onOpen={({ id }) => editing.select(id)}
                    onClick={placing ? editing.put : undefined}
                    onMoved={
                      mayPlace
                        ? ({ id }, place) => {
                            editing.select(id);
                            editing.change(id, place);
                          }
                        : undefined
                    }
                  />
                )
              }
            </QueryPanel>
          </div>
        </div>
      </Panel>
    </div>
  );
}
