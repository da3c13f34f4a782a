// One operation: what it does on the left, what to send and what comes back on the right.
import { renderCode, renderJson, toCurl } from "./code.ts";
import type { Answer, Contract, Operation } from "./contract.ts";
import { toExample } from "./example.ts";
import { breakable, type Html, html, joinHtml, nothing, toAnchor } from "./html.ts";
import { renderFields, renderParameters, renderTable, renderType } from "./schema-table.ts";

export function renderOperation(operation: Operation, contract: Contract): Html {
	const { id, summary, description, body, parameters, answers } = operation;
	return html`<section class="entry operation" id="${toAnchor(id)}">
<div class="prose">
${renderHeading(toAnchor(id), summary)}
<p class="route">${renderMethod(operation.method)} <code>${breakable(operation.path)}</code>${
		operation.needsKey ? nothing : html` <span class="tag">no key needed</span>`
	}${operation.isDeprecated ? html` <span class="tag">deprecated</span>` : nothing}</p>
${description === "" ? nothing : html`<p>${description}</p>`}
${parameters.length === 0 ? nothing : html`<h4>Parameters</h4>${renderParameters(parameters, contract)}`}
${
	body === null
		? nothing
		: html`<h4>Body <span class="quiet">${renderType(body.schema, contract)}${
				body.isRequired ? null : ", optional"
			}</span></h4>${renderFields(body.schema, contract)}`
}
<h4>Answers</h4>
${renderAnswers(answers, contract)}
</div>
<div class="samples">
${renderCode("Request", toCurl(operation, contract))}${renderSuccess(answers, contract)}</div>
</section>
`;
}

export const renderMethod = (method: string): Html =>
	html`<span class="method ${toAnchor(method)}">${method.toUpperCase()}</span>`;

/** A heading that links to itself, so that its address can be copied. */
export const renderHeading = (anchor: string, text: string): Html =>
	html`<h3>${text} <a class="anchor" href="#${anchor}" aria-label="Link to “${text}”">#</a></h3>`;

function renderAnswers(answers: readonly Answer[], contract: Contract): Html {
	const errors = answers.filter(({ status }) => status.startsWith("4"));
	const others = answers.filter((answer) => !errors.includes(answer));
	const statuses = joinHtml(
		errors.map(({ status }) => renderStatus(status)),
		" ",
	);
	return html`${others.length === 0 ? nothing : renderAnswerTable(others, contract)}${
		errors.length === 0
			? nothing
			: html`<details class="errors"><summary>Errors ${statuses}</summary>${renderAnswerTable(
					errors,
					contract,
				)}</details>`
	}`;
}

const renderStatus = (status: string): Html =>
	html`<span class="status status-${toAnchor(status.slice(0, 1))}">${status}</span>`;

function renderAnswerTable(answers: readonly Answer[], contract: Contract): Html {
	return renderTable(
		["Status", "Meaning", "Body"],
		answers.map(({ status, description, schema }) => [
			renderStatus(status),
			description,
			schema === null
				? html`<span class="quiet">none</span>`
				: html`${renderType(schema, contract)}`,
		]),
	);
}

function renderSuccess(answers: readonly Answer[], contract: Contract): Html {
	const success = answers.find(({ status }) => status.startsWith("2"));
	if (success?.schema == null) return nothing;
	return renderJson(`Answer ${success.status}`, toExample(success.schema, contract, false));
}
