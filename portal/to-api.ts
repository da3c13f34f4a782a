// What the Pages project does not have as a file, the API's Worker answers: its headers are decided in one place.

type Asked = { request: Request; env: { API: Fetcher } };

/** The request as it came, so that links and policies name the host that the reader sees. WebSockets pass, too. */
export const toApi = ({ request, env }: Asked): Promise<Response> => env.API.fetch(request);
