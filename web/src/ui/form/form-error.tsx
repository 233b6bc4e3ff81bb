import { describeError } from '@/api/errors';
import styles from './form-error.module.css';

/** An error of a form as a whole. */
export function FormError({ error }: { error: unknown }) {
  if (error === undefined || error === null) return null;
  return (
    <p className={styles.error} role="alert">
      {describeError(error)}
    </p>
  );
}
