// The comment on a pull request: written once, then kept up to date.
import { readFileSync } from "node:fs";

const PAGE_LIMIT = 100;
const PAGES_MAX = 30;
const TIMEOUT_MS = 30_000;

/** The comment's address; null when this run is for no pull request. */
export async function commentOnPullRequest(env, file, markdown) {
	const number = pullRequestOf(env);
	if (number === null) return null;
	const api = env.GITHUB_API_URL || "https://api.github.com";
	const repository = `${api}/repos/${env.GITHUB_REPOSITORY}`;
	const call = caller(env.INPUT_GITHUB_TOKEN);
	// One for each file, invisible where it is shown.
	const marker = `<!-- edgehook event types: ${encodeURIComponent(file)} -->`;
	const body = `${marker}\n${markdown}`;
	const earlier = await findComment(call, `${repository}/issues/${number}/comments`, marker);
	const written =
		(earlier !== null && (await update(call, `${repository}/issues/comments/${earlier}`, body))) ||
		(await call("POST", `${repository}/issues/${number}/comments`, { body }));
	return written.html_url ?? null;
}

function pullRequestOf({ GITHUB_EVENT_PATH }) {
	if (!GITHUB_EVENT_PATH) return null;
	const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));
	return event.pull_request?.number ?? null;
}

async function findComment(call, address, marker) {
	for (let page = 1; page <= PAGES_MAX; page++) {
		const comments = await call("GET", `${address}?per_page=${PAGE_LIMIT}&page=${page}`);
		const found = comments.find(({ body }) => body?.startsWith(marker));
		if (found !== undefined) return found.id;
		if (comments.length < PAGE_LIMIT) return null;
	}
	return null;
}

/** Null when it is not ours to change, or gone meanwhile. */
async function update(call, address, body) {
	try {
		return await call("PATCH", address, { body });
	} catch (error) {
		if (error.status === 403 || error.status === 404) return null;
		throw error;
	}
}

function caller(token) {
	return async (method, address, body) => {
		const response = await fetch(address, {
			method,
			headers: {
				accept: "application/vnd.github+json",
				authorization: `Bearer ${token}`,
				"user-agent": "edgehook-import-action",
				"x-github-api-version": "2022-11-28",
				...(body !== undefined && { "content-type": "application/json" }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		if (response.ok) return response.json();
		const hint =
			response.status === 403 ? " The token needs the permission `pull-requests: write`." : "";
		const error = new Error(
			`${method} ${new URL(address).pathname} answered ${response.status}.${hint}`,
		);
		throw Object.assign(error, { status: response.status });
	};
}
