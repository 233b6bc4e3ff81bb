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

/** How far something is that a device was asked to do: a sign and a word, the colour only underlines it. */
export function StateMark({ look, children }: { look: keyof typeof marks; children: string }) {
  const Mark = marks[look];
  return (
    <span className={styles.mark} data-look={look}>
      <Mark aria-hidden /> {children}
    </span>
  );
}
