import { useTranslation } from 'react-i18next';
import { leftOf, type WallTurn } from '../model/wall';
import styles from './wall.module.css';

interface Props {
  /** Names of the pages. */
  names: readonly string[];
  turn: WallTurn;
  now: number;
}

/** The pages of a wall, with the time left of the present one. */
export function WallFoot({ names, turn, now }: Props) {
  const { t } = useTranslation('boards');
  const seconds = Math.max(0, Math.ceil((turn.until - now) / 1000));
  return (
    <footer className={styles.foot}>
      <ol className={styles.pages}>
        {names.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the page
          <li key={i} className={styles.pageName} aria-current={i === turn.page ? 'page' : undefined}>
            {name}
            {i === turn.page && (
              <span className={styles.left} style={{ width: `${leftOf(turn, now) * 100}%` }} aria-hidden="true" />
            )}
          </li>
        ))}
      </ol>
      <span className={styles.quiet}>
        {turn.held ? t('wallPage.held', { seconds }) : t('wallPage.turn', { seconds })}
      </span>
    </footer>
  );
}
