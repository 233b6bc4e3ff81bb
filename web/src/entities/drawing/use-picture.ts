import { useEffect, useState } from 'react';
import { type Ink, inkOfPicture } from './ink';
import { blankSheet, type SheetSize } from './plan';

export interface Sheet extends SheetSize {
  /** Undefined: a blank sheet. */
  picture: HTMLImageElement | undefined;
  /** Where it has ink, if that can be read. */
  ink?: Ink | undefined;
}

type Loading = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; sheet: Sheet };

const blank: Loading = { state: 'ready', sheet: { ...blankSheet, picture: undefined } };

/**
 * Loads the picture of a drawing, whose size defines the coordinates. A newly signed path of the same file does not
 * reload it.
 */
export function usePicture(path: string | undefined): Loading {
  const [file = ''] = (path ?? '').split('?');
  const [loaded, setLoaded] = useState<{ file: string; loading: Loading }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file says whether to load, the signed path how
  useEffect(() => {
    if (file === '') return;
    const picture = new Image();
    const say = (loading: Loading) => setLoaded({ file, loading });
    picture.onload = () =>
      say({
        state: 'ready',
        sheet: {
          width: picture.naturalWidth,
          height: picture.naturalHeight,
          picture,
          ink: inkOfPicture(picture),
        },
      });
    picture.onerror = () => say({ state: 'failed' });
    picture.src = path ?? '';
    return () => {
      picture.onload = null;
      picture.onerror = null;
    };
  }, [file]);

  if (file === '') return blank;
  return loaded?.file === file ? loaded.loading : { state: 'loading' };
}
