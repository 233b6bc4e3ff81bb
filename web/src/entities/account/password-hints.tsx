import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { passwordRuleNames, passwordRules } from './password';
import styles from './password-hints.module.css';

/** The password rules, each marked as met or not met by the typed text. */
export function PasswordHints({ password }: { password: string }) {
  const { t } = useTranslation('account');
  return (
    <ul className={styles.hints} aria-label={t('password.rulesName')}>
      {passwordRuleNames.map((rule) => {
        const met = passwordRules[rule](password);
        return (
          <li key={rule} className={styles.hint} data-met={met}>
            {met ? <CheckOutlined aria-hidden /> : <MinusOutlined aria-hidden />}
            {t(`password.rules.${rule}`)}
            <span className="visually-hidden">{met ? t('password.met') : t('password.unmet')}</span>
          </li>
        );
      })}
    </ul>
  );
}
