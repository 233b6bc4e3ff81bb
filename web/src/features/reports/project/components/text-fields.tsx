import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { atMost, counted } from '@/ui/form/at-most';
import { longest, textNames } from '../model/settings';

/** What people write into a report, as fields of a form. */
export function TextFields() {
  const { t } = useTranslation('project-reports');
  return textNames.map((name) => (
    <Form.Item key={name} name={name} label={t(`text.${name}`)} rules={[atMost(longest[name])]}>
      {name === 'weather' ? (
        <Input placeholder={t('textHint.weather')} />
      ) : (
        <Input.TextArea
          rows={name === 'conclusion' ? 4 : 3}
          count={counted(longest[name])}
          placeholder={t(`textHint.${name}`)}
        />
      )}
    </Form.Item>
  ));
}
