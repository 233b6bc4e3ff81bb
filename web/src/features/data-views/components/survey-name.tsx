import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PointState } from '../model/types';
import { useSurveyFile } from '../queries/survey-file';
import styles from './survey-import.module.css';

interface Props {
  survey: { time: number; name: string; operator: string; file: string };
  point: PointState;
}

/** The name of a survey that was imported with its file, and below it the operator. */
export function SurveyName({ survey, point }: Props) {
  const { t } = useTranslation('surveys');
  const { mutate, isPending } = useSurveyFile(point);
  const { name, operator, file } = survey;
  if (name === '') return '—';
  return (
    <>
      {name}
      {file !== '' && (
        <Button
          type="text"
          size="small"
          className={styles.file}
          icon={<DownloadOutlined />}
          loading={isPending}
          aria-label={t('file', { name })}
          title={t('file', { name })}
          onClick={(event) => {
            event.stopPropagation();
            mutate(survey);
          }}
        />
      )}
      {operator !== '' && <div className={styles.operator}>{operator}</div>}
    </>
  );
}
