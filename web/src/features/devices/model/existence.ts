/** Delay after the last key, and between two requests. */
export const checkEvery = 500;

/**
 * existenceCheck returns a check whether a text is taken. It waits until nothing was typed for 500 ms, requests a text
 * once, and never the unchanged one. An overtaken check resolves with the result of the newer one.
 */
export function existenceCheck(unchanged: string, ask: (text: string) => Promise<boolean>) {
  const known = new Map<string, boolean>();
  let waiting: { text: string; answer: Promise<boolean>; timer: ReturnType<typeof setTimeout> } | null = null;
  let settle: { resolve: (taken: boolean) => void; reject: (error: unknown) => void } | null = null;
  return function check(text: string): Promise<boolean> {
    if (text === '' || text === unchanged) return Promise.resolve(false);
    const found = known.get(text);
    if (found !== undefined) return Promise.resolve(found);
    if (waiting) clearTimeout(waiting.timer);
    const answer =
      waiting?.answer ??
      new Promise<boolean>((resolve, reject) => {
        settle = { resolve, reject };
      });
    const timer = setTimeout(() => {
      const to = settle;
      waiting = null;
      settle = null;
      ask(text).then(
        (taken) => {
          known.set(text, taken);
          to?.resolve(taken);
        },
        (error: unknown) => to?.reject(error),
      );
    }, checkEvery);
    waiting = { text, answer, timer };
    return answer;
  };
}
