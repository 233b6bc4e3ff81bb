/** How long after the last letter, and after the last question, the server is asked. */
export const checkEvery = 500;

/**
 * existenceCheck makes a check that asks whether a text is taken. It waits until nothing was
 * typed for 500 ms, asks for a text once, and does not ask for the text that was there before.
 * A question that another one overtook answers what the other one finds.
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
