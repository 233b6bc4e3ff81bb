import { Form, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/entities/session/session-store';
import { switchNames } from '../model/fields';
import styles from './corporation-form.module.css';

/** The corporation's switches, each with an explanation. */
export function SwitchFields() {
  const { t } = useTranslation('corporation');
  const operator = useSession()?.user.type === 'System';
  return (
    <div className={styles.switches}>
      {switchNames.map((name) => (
        <div key={name} className={styles.switch}>
          <Form.Item name={name} valuePropName="checked">
            <Switch
              aria-label={t(`switch.${name}`)}
              {...(operator && name === 'allowHelpEdits' ? { disabled: true } : {})}
            />
          </Form.Item>
          <div>
            <span className={styles.what}>{t(`switch.${name}`)}</span>
            <span className={styles.why}>{t(`why.${name}`)}</span>
          </div>
        </div>
      ))}
    </div>
  );
}
