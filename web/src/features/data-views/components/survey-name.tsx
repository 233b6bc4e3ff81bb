import styles from './survey-import.module.css';

/** The name of a survey that was imported, and below it the operator. */
export function SurveyName({ survey: { name, operator } }: { survey: { name: string; operator: string } }) {
  if (name === '') return '—';
  return (
    <>
      {name}
      {operator !== '' && <div className={styles.operator}>{operator}</div>}
    </>
  );
}
