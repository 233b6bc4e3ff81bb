import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { weekdayNames } from '@/ui/format/weekday';
import { announce } from '@/ui/messages';
import { type Config, useSaveConfig } from '../queries';
import styles from '../schedules.module.css';
import { MonthGrid } from './month-grid';

const day = 'YYYY-MM-DD';
/** Pickers of dates whose value is text. */
const dates = {
  getValueProps: (text?: string) => ({ value: text ? dayjs(text) : null }),
  normalize: (value: dayjs.Dayjs | null) => value?.format(day),
};

interface Props {
  projectId: number;
  zone: string;
  config: Config;
  changes: boolean;
}

/** The calendar of the reports, with a month of it as it would be. */
export function CalendarView({ projectId, zone, config, changes }: Props) {
  const { t, i18n } = useTranslation(['report-schedules', 'common']);
  const [form] = Form.useForm<Config>();
  const save = useSaveConfig(projectId);
  const [failure, setFailure] = useState<unknown>();
  const [start, setStart] = useState(config);
  const unsaved = useUnsaved(useFormChanged(form, start));
  const [shown, setShown] = useState(config);

  function submit(values: Config) {
    setFailure(undefined);
    save.mutate(values, {
      onSuccess: () => {
        setStart(values);
        unsaved.saved();
        announce('success', t('calendarSaved'));
      },
      onError: (error) => setFailure(showFieldErrors(form, error, Object.keys(config)) ? undefined : error),
    });
  }

  return (
    <div className={styles.calendar}>
      <Unsaved of={unsaved}>
        <FormError error={failure} />
        <Form<Config>
          form={form}
          name="reportCalendar"
          layout="vertical"
          requiredMark={false}
          disabled={!changes}
          initialValues={start}
          onValuesChange={(_, values) => complete(values) && setShown(values)}
          onFinish={submit}
        >
          <div className={styles.pair}>
            <Form.Item
              name="start"
              label={t('start')}
              extra={t('startHint')}
              rules={[{ required: true, message: t('dateEmpty') }]}
              {...dates}
            >
              <DatePicker allowClear={false} className={styles.full ?? ''} />
            </Form.Item>
            <Form.Item name="cutOffHour" label={t('cutOffHour')} extra={zone}>
              <Select
                options={Array.from({ length: 24 }, (_, hour) => ({
                  value: hour,
                  label: `${String(hour).padStart(2, '0')}:00`,
                }))}
              />
            </Form.Item>
            <Form.Item name="firstWeekday" label={t('firstWeekday')}>
              <Select options={weekdayNames(i18n.language).map((label, index) => ({ value: index + 1, label }))} />
            </Form.Item>
            <Form.Item
              name="monthDay"
              label={t('monthDay')}
              extra={t('monthDayHint')}
              rules={[{ required: true, type: 'integer', min: 1, max: 31, message: t('monthDayWrong') }]}
            >
              <InputNumber className={styles.full ?? ''} />
            </Form.Item>
          </div>
          <Form.Item name="onHoliday" label={t('onHoliday')} extra={t('onHolidayHint')}>
            <Radio.Group
              options={(['skip', 'make'] as const).map((value) => ({ value, label: t(`onHolidayOf.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="weekends" valuePropName="checked">
            <Checkbox>{t('weekends')}</Checkbox>
          </Form.Item>
          <Holidays changes={changes} />
          <Form.Item name="numberPrefix" label={t('numberPrefix')} extra={t('prefixHint')} rules={[atMost(20)]}>
            <Input />
          </Form.Item>
          {changes && (
            <Button type="primary" loading={save.isPending} onClick={form.submit}>
              {t('common:action.save')}
            </Button>
          )}
        </Form>
      </Unsaved>
      <MonthGrid projectId={projectId} zone={zone} config={shown} />
    </div>
  );
}

/** A calendar of which every date is written. */
const complete = ({ start, holidays }: Config) =>
  Boolean(start) && (holidays ?? []).every((one) => one?.from && one.to);

function Holidays({ changes }: { changes: boolean }) {
  const { t } = useTranslation(['report-schedules', 'common']);
  return (
    <Form.List name="holidays">
      {(rows, { add, remove }) => (
        <Form.Item label={t('holidays')}>
          {rows.map(({ key, name }) => (
            <Holiday key={key} name={name} changes={changes} onRemove={() => remove(name)} />
          ))}
          {changes && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '' })}>
              {t('addHoliday')}
            </Button>
          )}
        </Form.Item>
      )}
    </Form.List>
  );
}

/** A span of holidays; both days are chosen together. */
function Holiday({ name, changes, onRemove }: { name: number; changes: boolean; onRemove: () => void }) {
  const { t } = useTranslation(['report-schedules', 'common']);
  const form = Form.useFormInstance<Config>();
  const from = Form.useWatch(['holidays', name, 'from'], form);
  const to = Form.useWatch(['holidays', name, 'to'], form);
  return (
    <div className={styles.holiday}>
      <Form.Item name={[name, 'from']} hidden>
        <Input />
      </Form.Item>
      <Form.Item
        name={[name, 'to']}
        rules={[{ required: true, message: t('dateEmpty') }]}
        getValueProps={() => ({ value: from && to ? [dayjs(from), dayjs(to)] : null })}
        normalize={(span: [dayjs.Dayjs, dayjs.Dayjs] | null) => {
          form.setFieldValue(['holidays', name, 'from'], span?.[0].format(day));
          return span?.[1].format(day);
        }}
      >
        <DatePicker.RangePicker aria-label={t('holidays')} className={styles.full ?? ''} />
      </Form.Item>
      <Form.Item name={[name, 'name']} rules={[atMost(50)]}>
        <Input aria-label={t('holidayName')} placeholder={t('holidayName')} />
      </Form.Item>
      {changes && (
        <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t('removeHoliday')} onClick={onRemove} />
      )}
    </div>
  );
}
