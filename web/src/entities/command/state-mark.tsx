import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  LoadingOutlined,
  MinusOutlined,
  PauseOutlined,
} from '@ant-design/icons';
import styles from './commands.module.css';

const marks = {
  waiting: ClockCircleOutlined,
  hanging: PauseOutlined,
  going: LoadingOutlined,
  done: CheckOutlined,
  failed: CloseOutlined,
  over: MinusOutlined,
};

/** Progress of a command: an icon and a word; the color only emphasizes them. */
export function StateMark({ look, children }: { look: keyof typeof marks; children: string }) {
  const Mark = marks[look];
  return (
    <span className={styles.mark} data-look={look}>
      <Mark aria-hidden /> {children}
    </span>
  );
}
