/** Passes requests to the route handler of the sample on the command line, as Next.js does. */
import { serve } from './http.ts';

const { POST } = await import(process.argv[2] ?? '');

serve(async ({ headers, body }) => {
  const response: Response = await POST(new Request('https://example.com/hook', { method: 'POST', headers, body }));
  return response.status;
});
