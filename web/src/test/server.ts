import { setupServer } from 'msw/node';

/** Answers the calls of a test in place of the server; a call that no handler knows fails the test. */
export const server = setupServer();

/** Call at the top of a test file that talks to the server. */
export function serveTests(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
