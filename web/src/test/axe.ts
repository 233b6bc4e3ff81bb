import axe from 'axe-core';

/**
 * The accessibility faults axe finds in an element, as readable lines. Contrast and regions are checked in the real
 * browser.
 */
export async function axeViolations(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
