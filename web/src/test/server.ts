import { setupServer } from 'msw/node';

/** Handles a test's calls instead of the server; a call without a handler fails the test. */
export const server = setupServer();

/** Call at the top of a test file that talks to the server. */
export function serveTests(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
