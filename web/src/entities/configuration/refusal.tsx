import { Alert } from 'antd';
import { ApiError, describeError } from '@/api/errors';
import styles from './version-studio.module.css';

/** Why the server refused a value: its message, and what is wrong with each field. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  return (
    <Alert
      type="error"
      showIcon
      title={describeError(error)}
      description={
        fields.length > 0 && (
          <ul className={styles.errors}>
            {fields.map(([path, text]) => (
              <li key={path}>
                {path}: {text}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
