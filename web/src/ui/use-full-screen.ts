import { useEffect, useState } from 'react';

/** Whether one panel fills the screen, and the way to change it. The whole page is shown in full, so that lists and
 *  dialogs that open over the panel are seen; the panel itself is laid over the page by `full-screen.module.css`. */
export function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull((old) => old && document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const toggle = () => {
    if (full) {
      setFull(false);
      if (document.fullscreenElement) void document.exitFullscreen();
      return;
    }
    // A browser that refuses still gives the panel all of its window.
    document.documentElement.requestFullscreen().then(
      () => setFull(true),
      () => setFull(true),
    );
  };
  return [full, toggle];
}
