// What holds of every operation: keys, ids, lists, errors and repetitions.
import { renderCode, renderJson } from "./code.ts";
import { type Contract, findParameter, listErrors } from "./contract.ts";
import { type Html, html, joinHtml, nothing } from "./html.ts";
import { renderHeading } from "./operation.ts";
import { renderRules, renderTable } from "./schema-table.ts";

type Chapter = { anchor: string; title: string; text: Html; samples: Html };

export function introChapters(contract: Contract): Chapter[] {
	return [authentication(), ids(), lists(contract), errors(contract), idempotency(contract)];
}

export function renderIntro(contract: Contract): Html {
	return html`${introChapters(contract).map(
		({ anchor, title, text, samples }) => html`<section class="entry" id="${anchor}">
<div class="prose">
${renderHeading(anchor, title)}
${text}
</div>
<div class="samples">
${samples}</div>
</section>
`,
	)}`;
}

function authentication(): Chapter {
	return {
		anchor: "authentication",
		title: "Authentication",
		text: html`<p>Send an API key with each request, in the <code>Authorization</code> header. The
first start of an installation prints one. Only operations marked <span class="tag">no key
needed</span> answer without; all others answer <code>401</code> when the key is missing or
wrong.</p>
<p>A key may read and change everything of its organisation. Keep it on your servers, and out of
browsers, apps and repositories.</p>`,
		samples: renderCode(
			"Any request",
			'curl "http://127.0.0.1:8787/api/v1/app" \\\n  -H "Authorization: Bearer $API_KEY"',
		),
	};
}

function ids(): Chapter {
	return {
		anchor: "ids",
		title: "Ids and uids",
		text: html`<p>Whatever you create gets an <code>id</code>. Its prefix tells what it is, and ids
of one kind sort by the time they were made.</p>
<p>Applications and endpoints can also have a <code>uid</code>, and messages an
<code>eventId</code>: a name of your own choice, such as the customer’s number in your database. Paths take
either one, so you need not store our ids.</p>`,
		samples: renderCode(
			"The same application",
			["/api/v1/app/app_3QmRkTz7cVbN2xYwLdHsPf9aGu4", "/api/v1/app/acme"].join("\n"),
		),
	};
}

function lists(contract: Contract): Chapter {
	const limit = findParameter(contract, "limit");
	const rules = limit === null ? [] : renderRules(limit.schema);
	return {
		anchor: "lists",
		title: "Lists",
		text: html`<p>A list answers with one page in <code>data</code>.</p>
<ul>
<li><code>limit</code> says how many items a page has${
			rules.length === 0 ? nothing : html` (${joinHtml(rules, ", ")})`
		}.</li>
<li>Pass the answer’s <code>iterator</code> as the query’s <code>iterator</code> to get the next
page, or its <code>prevIterator</code> to go back. Both are null when the page is empty.</li>
<li><code>done</code> is true when nothing follows in the direction you are reading.</li>
<li><code>order</code>, where a list takes it, is <code>ascending</code> or <code>descending</code>
by time of creation, or by name where the name is the key.</li>
</ul>`,
		samples: renderJson("A page", {
			data: ["…"],
			iterator: "ep_3QmRkTz7cVbN2xYwLdHsPf9aGu4",
			prevIterator: "-ep_3QmRkTz7cVbN2xYwLdHsPf9aGu4",
			done: false,
		}),
	};
}

function errors(contract: Contract): Chapter {
	return {
		anchor: "errors",
		title: "Errors",
		text: html`<p>A request that cannot be done is answered with a status from 400 on and a JSON
body. <code>code</code> is for programs, <code>detail</code> is a sentence for people.</p>
<p>When fields are wrong, <code>detail</code> is a list instead: <code>loc</code> is where the field
is, <code>msg</code> what is wrong with it. It names as many of them as it can at once.</p>
${renderTable(
	["Status", "Meaning"],
	listErrors(contract).map(({ status, description }) => [
		html`<span class="status status-4">${status}</span>`,
		description,
	]),
)}
<p>A status from 500 on is our fault. Try again later, with the same <a
href="#idempotency">idempotency key</a>.</p>`,
		samples: html`${renderJson("One problem", {
			code: "not_found",
			detail: "Entity not found",
		})}${renderJson("Wrong fields", {
			detail: [{ loc: ["body", "url"], msg: "must be given: a text", type: "value_error.missing" }],
		})}`,
	};
}

function idempotency(contract: Contract): Chapter {
	const header = findParameter(contract, "idempotency-key");
	return {
		anchor: "idempotency",
		title: "Idempotency",
		text: html`<p>Networks fail after the work is done. Give each <code>POST</code> an
<code>Idempotency-Key</code> of your own, for example a UUID, and repeat the request with the same
key until it is answered: it takes effect once.</p>
<p>${header?.schema.description ?? nothing} A key belongs to the API key and the path it was used
with; the body is not compared. A request that failed leaves its key free for another try.</p>`,
		samples: renderCode(
			"Safe to repeat",
			`curl -X POST "http://127.0.0.1:8787/api/v1/app" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Idempotency-Key: 5f0c2a7e-signup-42" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Acme Inc."}'`,
		),
	};
}
