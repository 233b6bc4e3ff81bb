import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { ChartStage, useStage } from '../../components/chart-stage';
import { useSurveysFile } from '../../components/survey-texts';
import { isTooLong, SpanTooLong } from '../../components/table-foot';
import { WithdrawDialog } from '../../components/withdraw-dialog';
import type { Survey, SurveyNode } from '../../model/surveys';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useSurveys } from '../../queries/surveys';
import { AmendDialog } from './amend-dialog';
import { SurveyDetail } from './detail';
import { CasingImport } from './import';
import { InitialDialog } from './initial-dialog';
import { SurveyList } from './list';
import { chosenSurvey } from './model';
import styles from './view.module.css';

/** What is done to a survey or one of its stations. */
export type Doing =
  | { what: 'amend'; survey: Survey; node: SurveyNode }
  | { what: 'withdraw' | 'initial'; survey: Survey };

/** rdm-data: the surveys of a casing, and the readings of the chosen one. */
export default function SurveyTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation(['data-views', 'surveys']);
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const [doing, setDoing] = useState<Doing | null>(null);
  const query = useSurveys({ pointId: point.id, range: state.range, base: null, every: stage.every });
  const list = query.data ?? [];
  const chosen = chosenSurvey(list, state.at);
  const save = useSurveysFile(zone, point, page.title, state.range);
  const done = () => setDoing(null);
  if (state.mode === 'import') return <CasingImport {...{ zone, point, change }} />;
  return (
    <div className={styles.page}>
      <ChartStage
        table
        {...{ stage, zone, state, change, query }}
        busy={query.isFetching && !query.isPending}
        onTable={(format) => save(list, format)}
        controls={
          <Can any={['Create:Data']}>
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => change({ mode: 'import' })}>
              {t('surveys:import')}
            </Button>
          </Can>
        }
      >
        {isTooLong(query.error) ? (
          <SpanTooLong days={page.spanDays} change={change} />
        ) : (
          <SurveyList {...{ zone, point, query, state, change, chosen }} label={t('survey.list')} />
        )}
      </ChartStage>
      <SurveyDetail {...{ zone, point, chosen, list }} loading={query.isPending} onDo={setDoing} />
      {doing?.what === 'amend' && (
        <AmendDialog {...{ zone, point }} survey={doing.survey} node={doing.node} onClose={done} />
      )}
      {doing?.what === 'initial' && <InitialDialog {...{ zone, point }} time={doing.survey.time} onClose={done} />}
      <WithdrawDialog
        open={doing?.what === 'withdraw'}
        {...{ point, zone }}
        times={doing?.what === 'withdraw' ? [doing.survey.time] : []}
        onDone={done}
        onCancel={done}
      />
    </div>
  );
}
