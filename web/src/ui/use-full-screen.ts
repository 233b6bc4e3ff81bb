import { useEffect, useState } from 'react';

/**
 * Whether one panel fills the screen, and its toggle. The whole page goes full-screen, so that lists and dialogs over
 * the panel stay visible; `full-screen.module.css` lays the panel over the page.
 */
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
    // If the browser refuses, the panel still fills the window.
    document.documentElement.requestFullscreen().then(
      () => setFull(true),
      () => setFull(true),
    );
  };
  return [full, toggle];
}
