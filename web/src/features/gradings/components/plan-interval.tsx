import { Checkbox, Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import styles from '../gradings.module.css';
import { longestMinutes, type PlanForm, shortestMinutes } from '../model/plan';

/** What an emergency plan asks the devices of a warning for; nothing unless it is ticked. */
export function PlanInterval() {
  const { t } = useTranslation('gradings');
  const form = Form.useFormInstance<PlanForm>();
  const ticked = Form.useWatch('raiseInterval', form);
  const mayCommand = useCan('Update:Device');
  return (
    <>
      <Form.Item
        name="raiseInterval"
        valuePropName="checked"
        extra={mayCommand ? t('interval.hint') : t('interval.needsDevice')}
      >
        <Checkbox disabled={!mayCommand}>{t('interval.raise')}</Checkbox>
      </Form.Item>
      {ticked && (
        <div className={styles.grid}>
          <Form.Item
            name="minutes"
            label={t('interval.minutes')}
            extra={t('interval.minutesHint')}
            rules={[{ required: true, message: t('interval.empty') }]}
          >
            <InputNumber
              min={shortestMinutes}
              max={longestMinutes}
              suffix={t('minutes')}
              disabled={!mayCommand}
              className={styles.wide ?? ''}
            />
          </Form.Item>
          <Form.Item
            name="longest"
            label={t('interval.longest')}
            extra={t('interval.longestHint')}
            rules={[{ required: true, message: t('interval.longestEmpty') }]}
          >
            <InputNumber
              min={1}
              max={longestMinutes}
              precision={0}
              suffix={t('minutes')}
              disabled={!mayCommand}
              className={styles.wide ?? ''}
            />
          </Form.Item>
        </div>
      )}
    </>
  );
}
