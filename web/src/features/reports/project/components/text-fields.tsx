import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { atMost, counted } from '@/ui/form/at-most';
import { longest, textNames } from '../model/settings';

interface Props {
  names?: readonly (typeof textNames)[number][];
}

/** What people write into a report, as fields of a form. */
export function TextFields({ names = textNames }: Props) {
  const { t } = useTranslation('project-reports');
  return names.map((name) => (
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
