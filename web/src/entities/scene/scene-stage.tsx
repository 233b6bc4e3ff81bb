import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import chartStyles from '@/entities/chart/chart-view.module.css';
import { useSize } from '@/ui/use-size';
import { type Hit, hitAt, hitOf } from './hit';
import styles from './scene-view.module.css';
import type { Camera, Size } from './space';
import { type Kept, useHand } from './use-hand';
import { type Painting, usePainting } from './use-painting';

/** What is seen now: the camera follows the pointer before the address does. */
export interface Seen {
  camera: Camera;
  size: Size;
}

export interface StageProps {
  painting: Painting;
  camera: Camera;
  /** The scene was turned, moved or zoomed. */
  onCamera: (camera: Camera) => void;
  /** The node of the current curve whose values stay on view. */
  picked: number | null;
  tip: (hit: Hit) => ReactNode;
  /** How to turn the scene: in a few words on the picture, and in full for its description. */
  hint: string;
  help: string;
  sentence: string;
  /** Shown in a browser without WebGL. */
  missing: ReactNode;
}

/** Milliseconds after the last turn of the wheel until the camera is in the address. */
const settle = 250;

/** A scene in space that is turned by dragging, zoomed by the wheel, and moved with the right button or shift. */
export function SceneStage({ seen, ...props }: StageProps & { seen: RefObject<Seen> }) {
  const { painting, camera: wanted, onCamera, picked } = props;
  const sentenceId = useId();
  const stage = useRef<HTMLDivElement>(null);
  const [front, back] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  const size = useSize(stage);
  const camera = useRef(wanted);
  seen.current = { camera: camera.current, size };
  const label = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<Hit | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const shown = hover ?? (picked === null ? null : hitOf(painting.scene, wanted, size, picked));
  const place = useCallback(() => {
    const current = shown && (hover ?? hitOf(painting.scene, camera.current, size, shown.node.no));
    if (!current || !label.current || !ring.current) return;
    const { offsetWidth, offsetHeight } = label.current;
    const left = current.x + 16 + offsetWidth > size.width ? current.x - 16 - offsetWidth : current.x + 16;
    const top = Math.min(Math.max(4, current.y - offsetHeight / 2), size.height - offsetHeight - 4);
    label.current.style.transform = `translate(${Math.max(4, left)}px, ${top}px)`;
    ring.current.style.transform = `translate(${current.x}px, ${current.y}px)`;
  }, [shown, hover, painting.scene, size]);
  useLayoutEffect(place, [place]);
  const { redraw, missing } = usePainting(front, back, painting, size, camera, place);

  useEffect(() => {
    camera.current = wanted;
    seen.current = { ...seen.current, camera: wanted };
    setHover(null);
    redraw();
  }, [wanted, redraw, seen]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = useCallback(
    (next: Camera, kept: Kept) => {
      camera.current = next;
      seen.current = { ...seen.current, camera: next };
      setHover(null);
      redraw();
      clearTimeout(timer.current);
      if (kept === 'now') onCamera(next);
      if (kept === 'later') timer.current = setTimeout(() => onCamera(next), settle);
    },
    [redraw, onCamera, seen],
  );

  const onFind = (x: number, y: number) => setHover(hitAt(painting.scene, camera.current, size, x, y));
  const hand = useHand(stage, camera, size.height, go, onFind);
  if (missing) return props.missing;
  return (
    <figure className={chartStyles.figure}>
      <figcaption className="visually-hidden" id={sentenceId}>
        {props.sentence} {props.help}
      </figcaption>
      <div
        ref={stage}
        className={styles.stage}
        role="img"
        aria-labelledby={sentenceId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard turns it
        tabIndex={0}
        {...hand}
        onPointerLeave={() => setHover(null)}
        onContextMenu={(event) => event.preventDefault()}
      >
        <canvas ref={back} />
        <canvas ref={front} />
        {shown && (
          <>
            <div ref={ring} className={styles.ring} />
            <div ref={label} className={styles.tip} role="status">
              {props.tip(shown)}
            </div>
          </>
        )}
        <span className={styles.hint} aria-hidden="true">
          {props.hint}
        </span>
      </div>
    </figure>
  );
}
